import type { IBinaryData } from 'n8n-workflow';

/** The files the service sends, by extension, with the MIME types they are declared by (specification, "Send chat reply"). */
const mimeTypes = {
	jpg: ['image/jpeg', 'image/jpg'],
	jpeg: ['image/jpeg', 'image/jpg'],
	png: ['image/png'],
	mp4: ['video/mp4'],
	'3gp': ['video/3gpp', 'audio/3gpp'],
	pdf: ['application/pdf'],
	doc: ['application/msword'],
	docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
	xls: ['application/vnd.ms-excel'],
	xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
	ppt: ['application/vnd.ms-powerpoint'],
	pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
	txt: ['text/plain'],
	aac: ['audio/aac', 'audio/x-aac'],
	amr: ['audio/amr'],
	mp3: ['audio/mpeg', 'audio/mp3'],
	m4a: ['audio/mp4', 'audio/x-m4a', 'audio/m4a'],
	ogg: ['audio/ogg', 'application/ogg'],
};

/** Extensions of the files the service sends. */
export const sentTypes = Object.keys(mimeTypes);

/** What programs declare that do not know a type: then the name says it. */
const NO_TYPE = ['', 'application/octet-stream', 'binary/octet-stream'];

/** The extension of a file by its declared type; undefined for a type the service does not send. */
export function declaredExtension({
	mimeType,
	fileName = '',
	fileExtension,
}: IBinaryData): string | undefined {
	const declared = mimeType.split(';')[0].trim().toLowerCase();
	const named = (/\.([a-z\d]+)$/i.exec(fileName)?.[1] ?? fileExtension ?? '').toLowerCase();
	const fitting = Object.entries(mimeTypes)
		.filter(([, types]) => NO_TYPE.includes(declared) || types.includes(declared))
		.map(([extension]) => extension);
	if (fitting.includes(named)) return named;
	return NO_TYPE.includes(declared) ? undefined : fitting[0];
}

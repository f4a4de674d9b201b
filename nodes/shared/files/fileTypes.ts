import type { IBinaryData } from 'n8n-workflow';

import mimeTypes from './mimeTypes.json';

/** What the service sends (specification, "Send chat reply"): `mimeTypes.json` has the types by which extensions are declared. */
/** Extensions of these files. */
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

import type { FileKind } from '../state/message';

/** Supported extensions (specification, "Send chat reply", file rules). */
export const kindOfExtension: Record<string, FileKind> = {
	jpg: 'image',
	jpeg: 'image',
	png: 'image',
	mp4: 'video',
	'3gp': 'video',
	pdf: 'document',
	doc: 'document',
	docx: 'document',
	xls: 'document',
	xlsx: 'document',
	ppt: 'document',
	pptx: 'document',
	txt: 'document',
	aac: 'audio',
	amr: 'audio',
	mp3: 'audio',
	m4a: 'audio',
	ogg: 'audio',
};

/** A content type and the extensions it may have. */
interface Signature {
	extensions: string[];
	matches: (bytes: Buffer) => boolean;
}

const startsWith =
	(text: string, at = 0) =>
	(bytes: Buffer) =>
		bytes.subarray(at, at + text.length).toString('latin1') === text;
const brand =
	(...names: string[]) =>
	(bytes: Buffer) =>
		startsWith('ftyp', 4)(bytes) && names.some((name) => startsWith(name, 8)(bytes));
const adts = (bytes: Buffer) => bytes[0] === 0xff && (bytes[1] & 0xf6) === 0xf0;
const mpegAudio = (bytes: Buffer) =>
	startsWith('ID3')(bytes) || (bytes[0] === 0xff && (bytes[1] & 0xe0) === 0xe0 && !adts(bytes));

const signatures: Signature[] = [
	{ extensions: ['jpg', 'jpeg'], matches: startsWith('\xff\xd8\xff') },
	{ extensions: ['png'], matches: startsWith('\x89PNG') },
	{ extensions: ['pdf'], matches: startsWith('%PDF') },
	{ extensions: ['docx', 'xlsx', 'pptx'], matches: startsWith('PK\x03\x04') },
	{ extensions: ['doc', 'xls', 'ppt'], matches: startsWith('\xd0\xcf\x11\xe0') },
	{ extensions: ['m4a'], matches: brand('M4A') },
	{ extensions: ['3gp'], matches: brand('3gp') },
	{ extensions: ['mp4'], matches: startsWith('ftyp', 4) },
	{ extensions: ['amr'], matches: startsWith('#!AMR') },
	{ extensions: ['ogg'], matches: startsWith('OggS') },
	{ extensions: ['aac'], matches: adts },
	{ extensions: ['mp3'], matches: mpegAudio },
	{
		extensions: ['webp'],
		matches: (bytes) => startsWith('RIFF')(bytes) && startsWith('WEBP', 8)(bytes),
	},
];

/** Bytes that readable text has not, whatever its encoding. */
const isNoText = (byte: number) =>
	byte < 0x07 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b) || byte === 0x7f;

/** Extensions a file's content may have; `txt` for readable text, none for anything unknown. */
export function extensionsOfContent(bytes: Buffer): string[] {
	const found = signatures.find(({ matches }) => matches(bytes));
	if (found !== undefined) return found.extensions;
	return bytes.length > 0 && !bytes.some(isNoText) ? ['txt'] : [];
}

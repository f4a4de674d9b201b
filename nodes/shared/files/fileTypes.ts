/** The beginning and the end of a file, which give its type. */
export interface FileEnds {
	head: Buffer;
	/** Overlaps the head of a short file. */
	tail: Buffer;
	/** True when no byte is one that text does not have, see {@link isTextual}. */
	isTextual: boolean;
}

/** Control characters that no text has, in any of its encodings but UTF-16. */
const UNTEXTUAL = /[\0-\x06\x0e-\x1a\x1c-\x1f\x7f]/;

/** Tells whether bytes may be of a text. */
export function isTextual(bytes: Buffer): boolean {
	return !UNTEXTUAL.test(bytes.toString('latin1'));
}

/** Bytes of {@link FileEnds}: the names of the parts of an office file are within them. */
export const END_BYTES = 64 * 1024;

/** Extensions of the files the service sends (specification, "Send chat reply"). */
export const sentTypes = [
	...['jpg', 'jpeg', 'png', 'mp4', '3gp'],
	...['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'],
	...['aac', 'amr', 'mp3', 'm4a', 'ogg'],
] as const;

type SentType = (typeof sentTypes)[number];

/** What a file's content says it is: a type the service sends, under each of its extensions, or another. */
export type ContentType = { extensions: readonly SentType[] } | { unsupported: string };

type Test = (ends: FileEnds) => boolean;

const begins =
	(text: string, at = 0): Test =>
	({ head }) =>
		head.subarray(at, at + text.length).toString('latin1') === text;
const all =
	(...tests: Test[]): Test =>
	(ends) =>
		tests.every((test) => test(ends));
const any =
	(...tests: Test[]): Test =>
	(ends) =>
		tests.some((test) => test(ends));

/** An ISO media file by its brand. */
const brand = (...names: string[]): Test =>
	all(begins('ftyp', 4), any(...names.map((name) => begins(name, 8))));
/** A ZIP archive with a part of that name. */
const officeWith = (part: string): Test =>
	all(
		begins('PK\x03\x04'),
		({ head, tail }) => head.includes(part, 0, 'latin1') || tail.includes(part, 0, 'latin1'),
	);
/** A compound file with a stream of that name. */
const compoundWith = (stream: string): Test =>
	all(
		begins('\xd0\xcf\x11\xe0'),
		({ head, tail }) => head.includes(stream, 0, 'utf16le') || tail.includes(stream, 0, 'utf16le'),
	);
const frame =
	(test: (second: number, third: number) => boolean): Test =>
	({ head }) =>
		head.length > 3 && head[0] === 0xff && (head[1] & 0xe0) === 0xe0 && test(head[1], head[2]);
/** The header of an MPEG frame of layer III, with a bit rate and a sample rate that exist. */
const layerThree = frame(
	(second, third) =>
		(second & 0x06) === 0x02 &&
		(second & 0x18) !== 0x08 &&
		(third & 0xf0) !== 0xf0 &&
		(third & 0x0c) !== 0x0c,
);
const adts = frame((second) => (second & 0x16) === 0x10);

/** By content, the first that fits. */
const types: Array<ContentType & { fits: Test }> = [
	{ extensions: ['jpg', 'jpeg'], fits: begins('\xff\xd8\xff') },
	{ extensions: ['png'], fits: begins('\x89PNG\r\n\x1a\n') },
	{ extensions: ['pdf'], fits: begins('%PDF-') },
	{ extensions: ['docx'], fits: officeWith('word/') },
	{ extensions: ['xlsx'], fits: officeWith('xl/') },
	{ extensions: ['pptx'], fits: officeWith('ppt/') },
	{ unsupported: 'a ZIP archive', fits: begins('PK') },
	{ extensions: ['doc'], fits: compoundWith('WordDocument') },
	{ extensions: ['xls'], fits: any(compoundWith('Workbook'), compoundWith('Book')) },
	{ extensions: ['ppt'], fits: compoundWith('PowerPoint Document') },
	{ unsupported: 'not a Word, Excel or PowerPoint file', fits: begins('\xd0\xcf\x11\xe0') },
	{ extensions: ['m4a'], fits: brand('M4A', 'M4B') },
	{ extensions: ['3gp'], fits: brand('3gp', '3g2') },
	{ unsupported: 'a HEIC or AVIF image', fits: brand('heic', 'heix', 'mif1', 'msf1', 'avif') },
	{ unsupported: 'a QuickTime video', fits: brand('qt  ') },
	{ extensions: ['mp4'], fits: begins('ftyp', 4) },
	{ extensions: ['amr'], fits: begins('#!AMR') },
	{ extensions: ['ogg'], fits: begins('OggS') },
	{ extensions: ['mp3'], fits: any(begins('ID3'), layerThree) },
	{ extensions: ['aac'], fits: adts },
	{ unsupported: 'a webp image', fits: all(begins('RIFF'), begins('WEBP', 8)) },
	{ unsupported: 'a WAV recording', fits: all(begins('RIFF'), begins('WAVE', 8)) },
	{ unsupported: 'a GIF image', fits: begins('GIF8') },
	{ extensions: ['txt'], fits: (ends) => ends.isTextual },
];

/** Tells a file's type by its content, whatever its name says; undefined for content that is no known one. */
export function typeByContent(ends: FileEnds): ContentType | undefined {
	const found = types.find(({ fits }) => fits(ends));
	if (found === undefined) return undefined;
	return 'unsupported' in found
		? { unsupported: found.unsupported }
		: { extensions: found.extensions };
}

/** Tells whether an extension is one of a type the service sends. */
export function isSentType(extension: string): extension is SentType {
	return (sentTypes as readonly string[]).includes(extension);
}

// Which files the service sends.
import { createHash } from 'crypto';
import type { IBinaryData } from 'n8n-workflow';

import { problem, type Read } from '../rules/reader';
import mimeTypes from './mimeTypes.json';

/** Extensions of the files the service sends (specification, "Send chat reply"), each with its MIME types in `mimeTypes.json`. */
export const sentTypes = Object.keys(mimeTypes);

/** What an operation takes as a file. */
export interface FileRule {
	/** Extensions of the types it takes. */
	types: readonly string[];
	/** Bytes at most; none where the specification gives no limit. */
	mostBytes?: number;
	/** True where the service may fetch the file after it has answered. */
	isFetchedLater?: true;
}

/** A file of the workflow that was checked. */
export interface InputFile {
	/** As n8n holds it, with its id in n8n's storage. */
	binary: IBinaryData;
	/** Equal for files of the same content and type. */
	hash: string;
	/** Its name, which ends in the extension of its type. */
	name: string;
	extension: string;
}

/** How n8n gives a stored file away. */
interface FileStore {
	getBinaryMetadata(id: string): Promise<{ fileSize: number }>;
	getBinaryStream(id: string): Promise<AsyncIterable<Buffer>>;
	setBinaryDataBuffer(file: IBinaryData, content: Buffer): Promise<IBinaryData>;
}

/**
 * Checks a file in n8n's storage: its declared type, and how large it is.
 *
 * @returns the file, or why it cannot be sent, as the rule of the field that names it
 */
export async function readInputFile(
	store: FileStore,
	given: IBinaryData,
	{ types, mostBytes = Infinity }: FileRule,
): Promise<Read<InputFile>> {
	if (!canBeServed(given)) return unservable;
	const extension = declaredExtension(given);
	if (extension === undefined || !types.includes(extension)) {
		return unsupported(extension ?? given.mimeType, types);
	}
	// n8n serves the file under this name.
	const named = { ...given, fileName: given.fileName?.replace(MISLEADING, '') };
	try {
		const binary = await inStorage(store, named);
		if (binary.id === undefined) return inMemory;
		const { fileSize } = await store.getBinaryMetadata(binary.id);
		if (fileSize > mostBytes) return tooLarge(fileSize, mostBytes);
		const { bytes, hash } = await hashOf(await store.getBinaryStream(binary.id), given);
		if (bytes === 0) {
			return problem('names a file that is empty', 'Check the node that makes the file.');
		}
		return { value: { binary, hash, extension, name: nameOf(given, extension) } };
	} catch {
		return gone;
	}
}

/**
 * Whether n8n (2.0 and 2.41, `binary-data.controller`) can put name and MIME type into the headers
 * of its reply: it fails at half a character of two, and at control characters in a type.
 */
function canBeServed({ fileName = '', mimeType = '' }: IBinaryData): boolean {
	return !/\p{Cs}/u.test(fileName) && /^[\t\x20-\x7e\x80-\xff]*$/.test(mimeType);
}

const unservable = problem(
	'names a file with a broken name or MIME type, which n8n cannot serve',
	'Give the file another name and MIME type where it is made: the name may have been cut in the middle of a character.',
);
const inMemory = problem(
	'names a file that n8n keeps in memory, from where the service cannot download it',
	"Set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, or to a storage that all processes of n8n share, restart n8n and run the workflow from its start, or set 'File From' to Link.",
);
const gone = problem(
	'names a file that n8n no longer has',
	'Run the workflow from the node that makes the file.',
);

function tooLarge(bytes: number, mostBytes: number): Read<never> {
	const inMegabytes = (size: number) => `${Math.ceil((size / 1024 / 1024) * 10) / 10} MB`;
	return problem(
		`names a file of ${inMegabytes(bytes)}, but the service takes at most ${inMegabytes(mostBytes)}`,
		'Make the file smaller, or send a link to it as text.',
	);
}

function unsupported(what: string, types: readonly string[]): Read<never> {
	const isEverything = types.length === sentTypes.length;
	return problem(
		`names a file of type ${what || 'unknown'}, which ${isEverything ? 'the service does not send' : 'cannot be used here'}`,
		`Use a file of type ${types.join(', ')}.`,
	);
}

/** A file in n8n's storage: what a Code node outputs is nowhere but in its item. */
async function inStorage(store: FileStore, file: IBinaryData): Promise<IBinaryData> {
	if (file.id !== undefined) return file;
	return await store.setBinaryDataBuffer({ ...file }, Buffer.from(file.data, 'base64'));
}

/** Reads a file to its end, keeping nothing of it. */
async function hashOf(
	stream: AsyncIterable<Buffer>,
	{ mimeType }: IBinaryData,
): Promise<{ bytes: number; hash: string }> {
	// Equal files are of one type as well: n8n serves them under that of one of them.
	const hash = createHash('sha256').update(`${mimeType}\0`);
	let bytes = 0;
	for await (const chunk of stream) {
		hash.update(chunk);
		bytes += chunk.length;
	}
	return { bytes, hash: hash.digest('hex') };
}

/** Characters of a name that would break a line, or turn around what is beside them. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Characters of the longest name, without its extension. */
const LONGEST_NAME = 100;

function nameOf({ fileName }: IBinaryData, extension: string): string {
	const bare = (fileName ?? '')
		.replace(MISLEADING, '')
		.replace(/^.*[\\/]/, '')
		.trim();
	const [, before, named] = /^(.*)\.([a-z0-9]+)$/i.exec(bare) ?? [];
	const isExtension = named !== undefined && sentTypes.includes(named.toLowerCase());
	const stem = [...(isExtension ? before : bare).replace(/^\.+/, '')]
		.slice(0, LONGEST_NAME)
		.join('');
	const isRight = named?.toLowerCase() === extension;
	return `${stem === '' ? 'file' : stem}.${isRight ? named : extension}`;
}

/** What programs declare that do not know a type: then the name says it. */
const NO_TYPE = ['', 'application/octet-stream', 'binary/octet-stream'];

/** The extension of a file by its declared type; undefined for a type the service does not send. */
function declaredExtension({
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

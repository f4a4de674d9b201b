// Which files the service sends.
import { createHash } from 'crypto';
import type { IBinaryData } from 'n8n-workflow';

import { problem, type Read } from '../rules/reader';
import mimeTypes from './mimeTypes.json';

/** Extensions of the files that the service sends (specification, "Send chat reply"). */
export const sentTypes = Object.keys(mimeTypes);

/** What an operation takes as a file. */
export interface FileRule {
	/** Extensions of the types it takes. */
	types: readonly string[];
	/** Most bytes; none if the specification gives no limit. */
	mostBytes?: number;
	/** True if the service may fetch the file after its answer. */
	isFetchedLater?: true;
}

/** A checked file of the workflow. */
export interface InputFile {
	/** As n8n holds it, with its ID in n8n's storage. */
	binary: IBinaryData;
	/** Equal for files with the same content and type. */
	hash: string;
	/** With the extension of its type. */
	name: string;
	extension: string;
}

interface FileStore {
	getBinaryMetadata(id: string): Promise<{ fileSize: number }>;
	getBinaryStream(id: string): Promise<AsyncIterable<Buffer>>;
	setBinaryDataBuffer(file: IBinaryData, content: Buffer): Promise<IBinaryData>;
}

/**
 * Checks a file's declared type and its size, and stores it if it is not yet in n8n's storage.
 *
 * @returns the file, or why it cannot be sent, as the rule of its field
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
 * Whether n8n (2.0 and 2.41, `binary-data.controller`) can put name and MIME type into headers: it
 * fails at half a surrogate pair, and at control characters in a type.
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

/** Stores a file if needed: output of a Code node is only in its item. */
async function inStorage(store: FileStore, file: IBinaryData): Promise<IBinaryData> {
	if (file.id !== undefined) return file;
	return await store.setBinaryDataBuffer({ ...file }, Buffer.from(file.data, 'base64'));
}

/** Reads a file without keeping it. */
async function hashOf(
	stream: AsyncIterable<Buffer>,
	{ mimeType }: IBinaryData,
): Promise<{ bytes: number; hash: string }> {
	// The type counts: n8n serves equal files under the type of one of them.
	const hash = createHash('sha256').update(`${mimeType}\0`);
	let bytes = 0;
	for await (const chunk of stream) {
		hash.update(chunk);
		bytes += chunk.length;
	}
	return { bytes, hash: hash.digest('hex') };
}

/** Characters of a name that break a line, or change the direction of the text around. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Most characters of a name, without its extension. */
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

/** What programs declare for a type they do not know: then the name decides. */
const NO_TYPE = ['', 'application/octet-stream', 'binary/octet-stream'];

/** The extension by the declared type; undefined for a type that the service does not send. */
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

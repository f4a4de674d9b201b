import { createHash } from 'crypto';
import type { IBinaryData } from 'n8n-workflow';

import { problem, quoted, type Read } from '../validation/reader';
import { END_BYTES, isSentType, sentTypes, typeByContent, type FileEnds } from './fileTypes';

/** What an operation takes as a file. */
export interface FileRule {
	/** Extensions of the types it takes. */
	types: readonly string[];
	/** Bytes at most; none where the specification gives no limit. */
	mostBytes?: number;
	/** True where the service may fetch the file after it has answered. */
	isFetchedLater?: true;
}

/** A file of the workflow that was looked at. */
export interface InputFile {
	/** As n8n holds it, with its id in n8n's storage. */
	binary: IBinaryData;
	/** Equal for files of the same content. */
	hash: string;
	/** Its name, which ends in the extension of its content. */
	name: string;
	extension: string;
}

/** How n8n gives a stored file away. */
export interface FileStore {
	getBinaryMetadata(id: string): Promise<{ fileSize: number }>;
	getBinaryStream(id: string): Promise<AsyncIterable<Buffer>>;
	setBinaryDataBuffer(file: IBinaryData, content: Buffer): Promise<IBinaryData>;
}

/**
 * Looks at a file of n8n's storage: how large it is, and what its content is.
 *
 * @returns the file, or why it cannot be sent, as the rule of the field that names it
 */
export async function readInputFile(
	store: FileStore,
	given: IBinaryData,
	{ types, mostBytes = Infinity }: FileRule,
): Promise<Read<InputFile>> {
	let binary = given;
	let seen: SeenFile;
	try {
		binary = await stored(store, given);
		const { id } = binary;
		if (id === undefined) return inMemory;
		const { fileSize } = await store.getBinaryMetadata(id);
		if (fileSize > mostBytes) return tooLarge(fileSize, mostBytes);
		seen = await seeAll(await store.getBinaryStream(id));
	} catch {
		return gone;
	}
	if (seen.bytes === 0) {
		return problem('names a file that is empty', 'Look at the node that makes the file.');
	}
	const declared = extensionOf(binary);
	const type = typeByContent(seen);
	if (type === undefined || 'unsupported' in type) {
		return unsupported(type?.unsupported ?? 'of an unknown type', types);
	}
	if (type.extensions[0] === 'txt' && declared !== 'txt' && isSentType(declared)) {
		return problem(
			`names a file that calls itself ${declared}, but holds text`,
			'Look at what is in the file: it may be an error page.',
		);
	}
	const extension = type.extensions.find((each) => each === declared) ?? type.extensions[0];
	if (!types.includes(extension)) return unsupported(`of type ${extension}`, types);
	return { value: { binary, hash: seen.hash, extension, name: nameOf(binary, extension) } };
}

const inMemory = problem(
	'names a file that n8n holds in memory, from where the service cannot download it',
	"Set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, or to a storage that all processes of n8n share, restart n8n and run the workflow from its start. Or set 'File From' to Link.",
);
const gone = problem(
	'names a file that n8n does not have any more',
	'Run the workflow from the node that makes the file.',
);

function tooLarge(bytes: number, mostBytes: number): Read<never> {
	const inMegabytes = (size: number) => `${Math.ceil((size / 1024 / 1024) * 10) / 10} MB`;
	return problem(
		`names a file of ${inMegabytes(bytes)}, and the service takes up to ${inMegabytes(mostBytes)}`,
		'Make the file smaller, or send a link to it as text.',
	);
}

function unsupported(what: string, types: readonly string[]): Read<never> {
	const isEverything = types.length === sentTypes.length;
	return problem(
		`names a file that is ${what}, which ${isEverything ? 'the service does not send' : 'cannot be used here'}`,
		`Use a file of type ${types.join(', ')}.`,
	);
}

/** A file in n8n's storage: what a Code node puts out is nowhere but in its item. */
async function stored(store: FileStore, file: IBinaryData): Promise<IBinaryData> {
	if (file.id !== undefined) return file;
	return await store.setBinaryDataBuffer({ ...file }, Buffer.from(file.data, 'base64'));
}

interface SeenFile extends FileEnds {
	bytes: number;
	hash: string;
}

/** Reads a file to its end, keeping no more than its ends. */
async function seeAll(stream: AsyncIterable<Buffer>): Promise<SeenFile> {
	const hash = createHash('sha256');
	let head = Buffer.alloc(0);
	let tail = Buffer.alloc(0);
	let bytes = 0;
	let hasNoZero = true;
	for await (const chunk of stream) {
		hash.update(chunk);
		bytes += chunk.length;
		hasNoZero &&= !chunk.includes(0);
		if (head.length < END_BYTES) head = Buffer.concat([head, chunk]).subarray(0, END_BYTES);
		tail = Buffer.concat([tail, chunk]).subarray(-END_BYTES);
	}
	return { head, tail, bytes, hasNoZero, hash: hash.digest('hex') };
}

/** What a file calls itself; empty for none. */
function extensionOf({ fileName, fileExtension }: IBinaryData): string {
	return (/\.([a-z0-9]+)$/i.exec(fileName ?? '')?.[1] ?? fileExtension ?? '').toLowerCase();
}

function nameOf({ fileName }: IBinaryData, extension: string): string {
	const bare = (fileName ?? '').replace(/^.*[\\/]/, '').trim();
	if (bare.toLowerCase().endsWith(`.${extension}`)) return bare;
	const known = /^(.*)\.([a-z0-9]+)$/i.exec(bare);
	const stem = known !== null && isSentType(known[2].toLowerCase()) ? known[1] : bare;
	return `${stem === '' ? 'file' : stem}.${extension}`;
}

/** The problem of a field that names no file of an item. */
export function noSuchFile(entered: unknown, binary: Record<string, unknown> = {}): Read<never> {
	const names = Object.keys(binary).map((name) => `"${name}"`);
	const has = names.length === 0 ? 'The item has no files.' : `The item has ${names.join(', ')}.`;
	return problem(
		`is ${quoted(entered)}, but the item has no file of that name`,
		`${has} For a file of another node write an expression like {{ $("Read File").first().binary.data }}.`,
	);
}

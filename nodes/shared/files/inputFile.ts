import { createHash } from 'crypto';
import type { IBinaryData } from 'n8n-workflow';

import { problem, type Read } from '../rules/reader';
import {
	END_BYTES,
	isSentType,
	isTextual,
	sentTypes,
	typeByContent,
	type ContentType,
	type FileEnds,
} from './fileTypes';

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
	/** Its name, which ends in the extension of its content. */
	name: string;
	extension: string;
}

/** How n8n gives a stored file away. */
interface FileStore {
	getBinaryMetadata(
		id: string,
	): Promise<{ fileSize: number; fileName?: string; mimeType?: string }>;
	getBinaryStream(id: string): Promise<AsyncIterable<Buffer>>;
	/** Takes a stream, too, which n8n's types do not say (`binary-helper-functions`, 2.0 and 2.41). */
	setBinaryDataBuffer(
		file: IBinaryData,
		content: Buffer | AsyncIterable<Buffer>,
	): Promise<IBinaryData>;
}

/** What was seen of a file, whatever it is called. */
export interface SeenFile {
	/** As n8n holds it. */
	stored: IBinaryData;
	hash: string;
	type?: ContentType;
}

/**
 * Checks a file in n8n's storage: how large it is, and what its content is.
 *
 * @param executionId the execution that sends it
 * @returns what was seen, or why the file cannot be sent, as the rule of the field that names it
 */
export async function seeInputFile(
	store: FileStore,
	given: IBinaryData,
	rule: FileRule,
	executionId: string,
): Promise<Read<SeenFile>> {
	const { mostBytes = Infinity } = rule;
	if (!canBeServed(given)) return unservable;
	// n8n serves the file under this name.
	const named = { ...given, fileName: given.fileName?.replace(MISLEADING, '') };
	try {
		const known = await inStorage(store, named);
		if (known.id === undefined) return inMemory;
		const metadata = await store.getBinaryMetadata(known.id);
		if (metadata.fileSize > mostBytes) return tooLarge(metadata.fileSize, mostBytes);
		const { bytes, hash, ends } = await seeAll(await store.getBinaryStream(known.id), given);
		if (bytes === 0) {
			return problem('names a file that is empty', 'Check the node that makes the file.');
		}
		const seen: SeenFile = { stored: known, hash, type: typeByContent(ends) };
		const isServedAsGiven =
			metadata.fileName === named.fileName && metadata.mimeType === given.mimeType;
		const isRefused = 'problem' in readInputFile(given, seen, rule);
		if (isRefused || (isServedAsGiven && !isElsewhere(known.id, executionId))) {
			return { value: seen };
		}
		return { value: { ...seen, stored: await copied(store, known.id, named) } };
	} catch {
		return gone;
	}
}

/**
 * Reads a file that was seen, under the name an item gives it.
 *
 * @returns the file, or why it cannot be sent, as the rule of the field that names it
 */
export function readInputFile(
	given: IBinaryData,
	{ stored, hash, type }: SeenFile,
	{ types }: FileRule,
): Read<InputFile> {
	if (!canBeServed(given)) return unservable;
	const declared = extensionOf(given);
	if (type === undefined || 'unsupported' in type) {
		return unsupported(type?.unsupported ?? 'of an unknown type', types);
	}
	if (type.extensions[0] === 'txt' && declared !== 'txt' && isSentType(declared)) {
		return problem(
			`names a file with the extension ${declared} that contains text`,
			'Check the content of the file: it may be a web page.',
		);
	}
	const extension = type.extensions.find((each) => each === declared) ?? type.extensions[0];
	if (!types.includes(extension)) return unsupported(`of type ${extension}`, types);
	return { value: { binary: stored, hash, extension, name: nameOf(given, extension) } };
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
		`names a file that is ${what}, which ${isEverything ? 'the service does not send' : 'cannot be used here'}`,
		`Use a file of type ${types.join(', ')}.`,
	);
}

/**
 * Whether a file is kept with another execution than the one that sends it. What a webhook or a form takes in
 * is kept under a name of its own until the end, when n8n renames it (2.0 and 2.41,
 * `restoreBinaryDataId`): a URL given away before leads nowhere then. What another execution made is deleted with
 * that one.
 */
function isElsewhere(id: string, executionId: string): boolean {
	const [, owner] = /\/executions\/([^/]+)\//.exec(id) ?? [];
	return owner !== undefined && owner !== executionId;
}

/** A copy that is this execution's own, under the name and type the item gives it: n8n serves it as that. */
async function copied(store: FileStore, id: string, given: IBinaryData): Promise<IBinaryData> {
	const { id: _elsewhere, ...file } = given;
	return await store.setBinaryDataBuffer(file, await store.getBinaryStream(id));
}

/** A file in n8n's storage: what a Code node outputs is nowhere but in its item. */
async function inStorage(store: FileStore, file: IBinaryData): Promise<IBinaryData> {
	if (file.id !== undefined) return file;
	return await store.setBinaryDataBuffer({ ...file }, Buffer.from(file.data, 'base64'));
}

/** Reads a file to its end, keeping no more than its ends. */
async function seeAll(
	stream: AsyncIterable<Buffer>,
	{ mimeType = '' }: IBinaryData,
): Promise<{ bytes: number; hash: string; ends: FileEnds }> {
	// Equal files are of one type as well: n8n serves them under that of one of them.
	const hash = createHash('sha256').update(`${mimeType}\0`);
	const ends: FileEnds = { head: Buffer.alloc(0), tail: Buffer.alloc(0), isTextual: true };
	let bytes = 0;
	for await (const chunk of stream) {
		hash.update(chunk);
		bytes += chunk.length;
		ends.isTextual &&= isTextual(chunk);
		if (ends.head.length < END_BYTES) {
			ends.head = Buffer.concat([ends.head, chunk]).subarray(0, END_BYTES);
		}
		ends.tail = Buffer.concat([ends.tail, chunk]).subarray(-END_BYTES);
	}
	return { bytes, hash: hash.digest('hex'), ends };
}

/** What a file calls itself; empty for none. */
function extensionOf({ fileName, fileExtension }: IBinaryData): string {
	return (/\.([a-z0-9]+)$/i.exec(fileName ?? '')?.[1] ?? fileExtension ?? '').toLowerCase();
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
	const isExtension = named !== undefined && isSentType(named.toLowerCase());
	const stem = [...(isExtension ? before : bare).replace(/^\.+/, '')]
		.slice(0, LONGEST_NAME)
		.join('');
	const isRight = named?.toLowerCase() === extension;
	return `${stem === '' ? 'file' : stem}.${isRight ? named : extension}`;
}

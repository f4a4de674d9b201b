import axios from 'axios';
import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ServiceError } from '../protocol/serviceError';
import { isLoopbackHost, isWebAddress } from '../protocol/webAddress';
import type { FileKind } from '../state/message';
import { extensionsOfContent, kindOfExtension } from './fileTypes';

const longestBytes = 2 * 1024 * 1024;
const timeoutMs = 10_000;
const internal =
	/^(?:0\.|10\.|127\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.|::1$|::$|f[cd]|fe80:)/i;

/** A file as the service got it. */
export interface FetchedFile {
	kind: FileKind;
	bytes: number;
	/** Of its content, as hexadecimal digits. */
	sha256: string;
}

/**
 * Downloads a file the way the service does before it queues a message, and says what it is (specification, "Send chat reply", file rules).
 *
 * @param types extensions it may have; any supported one when left out
 * @param allowLocal whether files of this machine may be fetched; other internal addresses never may
 * @throws ServiceError with the documented refusal
 */
export async function fetchFile(
	address: string,
	allowLocal: boolean,
	types?: string[],
): Promise<FetchedFile> {
	if (!isWebAddress(address)) throw new ServiceError('file URL not allowed');
	const url = new URL(address);
	await checkHost(url.hostname, allowLocal);
	const content = await download(address);
	const sha256 = createHash('sha256').update(content).digest('hex');
	return { kind: kindOf(url, content, types), bytes: content.length, sha256 };
}

async function checkHost(hostname: string, allowLocal: boolean): Promise<void> {
	if (isLoopbackHost(hostname)) {
		if (allowLocal) return;
		throw new ServiceError('file URL not allowed');
	}
	const bare = hostname.replace(/^\[|\]$/g, '');
	const addresses = isIP(bare) ? [bare] : await resolve(bare);
	if (addresses.some((address) => internal.test(address))) {
		throw new ServiceError('file URL not allowed');
	}
}

async function resolve(hostname: string): Promise<string[]> {
	try {
		return (await lookup(hostname, { all: true })).map(({ address }) => address);
	} catch {
		throw new ServiceError('file URL host unresolved');
	}
}

async function download(address: string): Promise<Buffer> {
	try {
		const { data } = await axios.get<ArrayBuffer>(address, {
			responseType: 'arraybuffer',
			maxContentLength: longestBytes,
			maxRedirects: 0,
			proxy: false,
			timeout: timeoutMs,
		});
		return Buffer.from(data);
	} catch (error) {
		const tooLarge = axios.isAxiosError(error) && /maxContentLength/.test(error.message);
		throw new ServiceError(tooLarge ? 'file over 2 MB' : 'file could not be downloaded');
	}
}

function kindOf(url: URL, content: Buffer, types?: string[]): FileKind {
	const possible = extensionsOfContent(content);
	if (types !== undefined && !possible.some((extension) => types.includes(extension))) {
		throw new ServiceError('unsupported file type');
	}
	const named = /\.([a-z0-9]+)$/i.exec(url.pathname)?.[1].toLowerCase();
	if (named !== undefined && named in kindOfExtension) {
		if (!possible.includes(named))
			throw new ServiceError('file content not matching its extension');
		return kindOfExtension[named];
	}
	if (named === 'webp') throw new ServiceError('unsupported file type');
	const [byContent] = possible.filter((extension) => extension in kindOfExtension);
	if (byContent === undefined) throw new ServiceError('unsupported file type');
	return kindOfExtension[byContent];
}

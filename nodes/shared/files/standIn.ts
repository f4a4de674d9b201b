import type { InputFile } from './inputFile';

/** No host can have a name under this one (RFC 2606). */
const HOST = 'https://n8n-file.invalid/';

/**
 * What stands for a file of the workflow in a request until it leaves: an address with the name of the
 * file, so that all rules about links hold for it, and equal for equal files. The service never gets
 * it: n8n's signed address takes its place when the request leaves, and is in no plan and no preview.
 */
export function standInFor({ hash, name }: InputFile): string {
	return `${HOST}${hash}/${encodeURIComponent(name)}`;
}

/** Tells whether an address stands for a file of the workflow. */
export function isStandIn(address: unknown): address is string {
	return typeof address === 'string' && address.startsWith(HOST);
}

/** A file as the output shows it: the name of one of the workflow, the address of any other. */
export function shownFile<T>(address: T): T | string {
	return isStandIn(address) ? decodeURIComponent(address.replace(/^.*\//, '')) : address;
}

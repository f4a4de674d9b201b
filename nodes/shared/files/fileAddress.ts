// The URL by which the service fetches a file, and how long it works.
import type { IExecuteFunctions, IDataObject } from 'n8n-workflow';

import type { InputFile } from './inputFile';
import type { Problem } from '../rules/reader';
import { sendingTime } from '../rules/schedule';
import { DAY_MS, MINUTE_MS } from '../rules/times';

/** No host can have a name under this one (RFC 2606). */
const HOST = 'https://n8n-file.invalid/';

/**
 * What represents a file of the workflow in a request until it is sent: a URL with the name of the file, so
 * that all rules about links hold for it, and equal for equal files. The service never gets it: n8n's signed
 * URL replaces it when the request is sent, and is in no plan and no preview.
 */
export function filePlaceholder({ hash, name }: InputFile): string {
	return `${HOST}${hash}/${encodeURIComponent(name)}`;
}

/** Tells whether a URL represents a file of the workflow. */
export function isFilePlaceholder(address: unknown): address is string {
	return typeof address === 'string' && address.startsWith(HOST);
}

/** A file as the output shows it: the name of one of the workflow, the URL of any other. */
export function shownFile<T>(address: T): T | string {
	return isFilePlaceholder(address) ? decodeURIComponent(address.replace(/^.*\//, '')) : address;
}

/**
 * The URL at which n8n serves a file to anyone who has it (n8n 2.0 and 2.41, `createBinarySignedUrl`):
 * it holds a signature over the file's id and its end. So only the service gets it, and no output and no
 * error.
 *
 * The name at its end is ignored by n8n. It is for a service that looks at the extension of a URL before it
 * looks into the file.
 *
 * @param seconds how long the URL works
 */
export function signedAddress(
	context: IExecuteFunctions,
	{ binary, name }: InputFile,
	seconds: number,
): string {
	// A number as text would be read as milliseconds.
	const address = context.helpers.createBinarySignedUrl(binary, `${seconds}s`);
	return `${address}&name=${encodeURIComponent(name)}`;
}

/** n8n deletes an execution and its files after so many days, unless EXECUTIONS_DATA_MAX_AGE says otherwise. */
const KEPT_DAYS = 14;
/** For a service that is late, and clocks that differ. */
const MARGIN_MS = DAY_MS;

/** When the service may need a file. Times are in milliseconds since 1970. */
export interface FileUse {
	now: number;
	/** When the sending begins; none for at once. */
	startsAt?: number;
	/** How many get it; none for distribution lists, whose members only the service knows. */
	recipients?: number;
	/** The request's parameters by wire name: its delay between recipients, its retries. */
	body: IDataObject;
}

/**
 * How long the URL of a file must work, in seconds: to the end of sending and a day more, but no longer than
 * n8n keeps the file.
 */
export function linkLife(use: FileUse): number {
	const { now, recipients, body } = use;
	const isOpen = recipients === undefined && Number(body.int ?? 0) > 0;
	const end = isOpen ? Infinity : endOf(use) + MARGIN_MS;
	return Math.ceil((Math.min(end, keptUntil(now)) - now) / 1000);
}

/** Why a file cannot be sent that n8n does not keep until the end of sending. */
export function lifeProblem(use: FileUse): Problem | undefined {
	const end = endOf(use);
	if (end + MARGIN_MS <= keptUntil(use.now)) return undefined;
	const day = new Date(end).toISOString().slice(0, 10);
	return {
		rule: `names a file that would be needed until ${day}, plus one day in reserve, but n8n keeps the files of an execution for ${KEPT_DAYS} days`,
		fix: "Send earlier or faster, or set 'File From' to Link and link to a file that stays available.",
	};
}

function keptUntil(now: number): number {
	return now + KEPT_DAYS * DAY_MS;
}

/** When the last recipient gets the file, also in the last round of a call that is retried. */
function endOf({ now, startsAt = now, recipients = 1, body }: FileUse): number {
	const { retry: retries = 0, retryint: pause = 1 } = body;
	const round = sendingTime(recipients, body);
	return Math.max(startsAt, now) + round + Number(retries) * (Number(pause) * MINUTE_MS + round);
}

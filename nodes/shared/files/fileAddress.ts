// The URL at which the service fetches a file, and how long it works.
import type { IExecuteFunctions, IDataObject } from 'n8n-workflow';

import type { InputFile } from './inputFile';
import type { Problem } from '../rules/reader';
import { sendingTime } from '../rules/schedule';
import { DAY_MS, MINUTE_MS } from '../rules/times';

/** A domain that no host can have (RFC 2606). */
const HOST = 'https://n8n-file.invalid/';

/**
 * Represents a file of the workflow in a request until it is sent: a URL with the name of the file,
 * so that all rules about links apply, and equal for equal files. The service gets n8n's signed URL
 * instead, which is in no plan and no preview.
 */
export function filePlaceholder({ hash, name }: InputFile): string {
	return `${HOST}${hash}/${encodeURIComponent(name)}`;
}

/** Tells whether a URL represents a file of the workflow. */
export function isFilePlaceholder(address: unknown): address is string {
	return typeof address === 'string' && address.startsWith(HOST);
}

/** How the output shows a file: one of the workflow by its name, any other by its URL. */
export function shownFile<T>(address: T): T | string {
	return isFilePlaceholder(address) ? decodeURIComponent(address.replace(/^.*\//, '')) : address;
}

/**
 * The URL at which n8n serves a file to anyone who has it (n8n 2.0 and 2.41,
 * `createBinarySignedUrl`): it is signed and expires. So only the service gets it, and no output or
 * error does.
 *
 * n8n ignores the name at its end, which is for services that check the extension of a URL before
 * they read the file.
 *
 * @param seconds how long the URL works
 */
export function signedAddress(
	context: IExecuteFunctions,
	{ binary, name }: InputFile,
	seconds: number,
): string {
	// n8n would read a number as milliseconds.
	const address = context.helpers.createBinarySignedUrl(binary, `${seconds}s`);
	return `${address}&name=${encodeURIComponent(name)}`;
}

/** Days until n8n deletes an execution and its files, unless EXECUTIONS_DATA_MAX_AGE is set. */
const KEPT_DAYS = 14;
/** For a late service and clocks that differ. */
const MARGIN_MS = DAY_MS;

/** When the service may need a file. Times are in milliseconds since 1970. */
export interface FileUse {
	now: number;
	/** When sending begins; by default at once. */
	startsAt?: number;
	/** How many get it; none for distribution lists, whose members only the service knows. */
	recipients?: number;
	/** The request's parameters by wire name, including its delay and retries. */
	body: IDataObject;
}

/**
 * Seconds that the URL of a file must work: to the end of sending and a day more, but no longer
 * than n8n keeps the file.
 */
export function linkLife(use: FileUse): number {
	const { now, recipients, body } = use;
	const isOpen = recipients === undefined && Number(body.int ?? 0) > 0;
	const end = isOpen ? Infinity : endOf(use) + MARGIN_MS;
	return Math.ceil((Math.min(end, keptUntil(now)) - now) / 1000);
}

/** Why a file that n8n deletes before the end of sending cannot be sent. */
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

/** When the last recipient gets the file, also in the last round of a retried call. */
function endOf({ now, startsAt = now, recipients = 1, body }: FileUse): number {
	const { retry: retries = 0, retryint: pause = 1 } = body;
	const round = sendingTime(recipients, body);
	return Math.max(startsAt, now) + round + Number(retries) * (Number(pause) * MINUTE_MS + round);
}

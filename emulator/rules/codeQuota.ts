import type { CodeSent } from '../state/codes';

/**
 * How many codes of one purpose left for a phone on a channel since a moment (ms). Quotas count what was sent, so a code
 * that a `MAX_SENT` refused does not lengthen the wait.
 */
export function sentSince(
	codes: CodeSent[],
	wanted: Pick<CodeSent, 'phone' | 'purpose' | 'accountId' | 'channel'>,
	since: number,
): number {
	return codes.filter(
		(code) =>
			code.phone === wanted.phone &&
			code.purpose === wanted.purpose &&
			code.accountId === wanted.accountId &&
			code.channel === wanted.channel &&
			code.at > since,
	).length;
}

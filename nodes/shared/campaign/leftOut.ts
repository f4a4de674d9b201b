import { groupedBy } from '../rules/lists';
import type { RunOptions } from './runOptions';

/** A row that is left out, or some of its lists: an earlier execution sent to them, or the option "Leave Out" holds its phone. */
export interface LeftOut {
	item: number;
	/** The phone as it would have been sent, or the codes of lists. */
	recipient: string;
	/** The earlier item that it repeats. */
	duplicateOf?: number;
	/** True when no one knows whether the service accepted it. */
	isUnknown: boolean;
	/** Why it gets nothing by this run's own choice; otherwise an earlier execution sent it. */
	because?: string;
}

/**
 * What a person should know of rows that are left out although no one knows what became of them.
 *
 * @param options what they say of them: with "Send Again" these may still be under way
 */
export function unknownHint(
	leftOut: LeftOut[],
	{ unknownOutcome, approvedId }: RunOptions,
): string | undefined {
	const unknown = leftOut.filter((row) => row.isUnknown && row.duplicateOf === undefined).length;
	if (unknown === 0) return undefined;
	// To run such a workflow again is to preview and send another campaign.
	if (approvedId !== undefined) {
		return `${unknown} recipients were left out because an earlier outcome is unknown, or another execution is still sending to them. Check the service, and preview a new campaign to those who got nothing.`;
	}
	return unknownOutcome === 'sendAgain'
		? `${unknown} recipients were left out because another execution may still be sending to them. Run again when it ends or, if n8n crashed, when this node has sent nothing for 40 minutes.`
		: `${unknown} recipients were left out because an earlier outcome is unknown. Check the service. To send to them in a later run, set 'On Unknown Outcome' to Send Again.`;
}

/** Why a row is left out. */
export function leftOutBecause({ because, isUnknown }: LeftOut): string {
	if (because !== undefined) return because;
	return isUnknown
		? 'An earlier execution may have sent it'
		: 'An earlier execution sent it, according to the Campaign Key';
}

/** Rows that are left out by why they are, in the order the reasons are met. */
export function leftOutGroups(leftOut: LeftOut[]): Map<string, LeftOut[]> {
	return groupedBy(leftOut, leftOutBecause);
}

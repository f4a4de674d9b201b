// Whom the option Leave Out keeps back, and what is said of them.
import { groupedBy } from '../rules/lists';
import type { RowOutcome } from '../service/rowOutcome';
import { openBefore, refusedFate, type Fate, type Said } from './fate';
import type { CampaignRow, LeftOut } from './rows';

/** Why the option "Leave Out" keeps a row back. */
export const LISTED = "'Leave Out' contains this phone number";

/** Leaves a row out; its outcome stays unknown if an earlier request may have been sent. */
export function leaveOut(row: CampaignRow, because: string): void {
	if (openBefore(row)) {
		row.fate = refusedFate(row, { reason: because, fix: '' });
		return;
	}
	row.leftOut = { recipient: row.phone, isUnknown: false, because };
	row.fate = fateOfLeftOut(row.leftOut);
}

/** The fate of a row whose recipient is left out. */
export function fateOfLeftOut(leftOut: LeftOut): Fate {
	const says = [saidOf(leftOut)];
	return leftOut.isUnknown
		? { is: 'unknown', says, told: 'An earlier execution may have sent to them' }
		: { is: 'leftOut', says, told: leftOut.because };
}

/** The output of a recipient who is left out; this run has no campaign for them. */
export function saidOf({ isUnknown, because }: LeftOut): Said {
	const outcome: RowOutcome = isUnknown ? 'unknown' : because ? 'leftOut' : 'alreadySent';
	return { outcome, taskId: null, ...(because && { leftOutBecause: because }) };
}

type LeftOutOfItem = LeftOut & { item: number };

/** All who are left out of rows. */
export function allLeftOut(rows: CampaignRow[]): LeftOutOfItem[] {
	return rows.flatMap(({ item, leftOut }) => (leftOut ? [{ item, ...leftOut }] : []));
}

/** Those who are left out, by reason, in the order that the reasons come. */
export function leftOutGroups(rows: CampaignRow[]): Map<string, LeftOutOfItem[]> {
	return groupedBy(allLeftOut(rows), ({ because, isUnknown }) => {
		if (because !== undefined) return because;
		return isUnknown
			? 'An earlier execution may have sent it'
			: 'An earlier execution sent it, according to the Campaign Key';
	});
}

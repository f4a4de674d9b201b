import type { CampaignRun } from './runCampaign';
import type { Contact } from './contacts';

/** What became of each row of the file. Rows are counted from 0, without the header line. */
export interface Accounting {
	/** Rows whose phone the service got. */
	accepted: number[];
	/** Rows merged into an earlier row with the same phone and text. */
	duplicates: number[];
	refused: number[];
	/** Rows in none or in several of the above; always empty unless something is lost or doubled. */
	unaccounted: number[];
}

/**
 * Follows every row of the file to what became of it, by the pairing of the node's output items. Which row of
 * a merged pair counts as the recipient is decided by their order in the file.
 */
export function accountFor(run: CampaignRun, contacts: Contact[]): Accounting {
	const refused = run.refused.map(({ row }) => row);
	const sent = run.campaigns.flatMap(({ rows }) => rows).sort((a, b) => a - b);
	const seen = new Set<string>();
	const accepted: number[] = [];
	const duplicates: number[] = [];
	for (const row of sent) {
		const { canonical } = contacts[row];
		(seen.has(canonical) ? duplicates : accepted).push(row);
		seen.add(canonical);
	}
	const times = new Map<number, number>();
	for (const row of [...refused, ...sent]) times.set(row, (times.get(row) ?? 0) + 1);
	const unaccounted = contacts.map((_, row) => row).filter((row) => times.get(row) !== 1);
	return { accepted, duplicates, refused: refused.sort((a, b) => a - b), unaccounted };
}

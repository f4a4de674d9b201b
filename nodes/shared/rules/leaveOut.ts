import { comparablePhone, phoneEntries } from './phones';
import { EMPTY, problem, quoted, type Reader } from './reader';
import { repairPhone } from './repairPhone';

/** The column of items that holds their phones. */
const COLUMN = 'phone';

/**
 * Phones that get nothing, in any spelling and as spreadsheets leave them: text with commas or lines between them, a
 * list, or items of another node with the column `phone`. An item without any column, as n8n puts out for an empty
 * table, is nobody.
 *
 * An entry that is no phone is refused: whoever it stands for would get the message.
 *
 * @returns the phones in the form of `comparablePhone`
 */
export const phonesToLeaveOut: Reader<ReadonlySet<string>> = (entered) => {
	if (typeof entered === 'boolean' || rowOf(entered) !== undefined) {
		return problem(
			'must be phones, or a list of them',
			'Enter phones, or an expression that gives a list.',
		);
	}
	const phones = new Set<string>();
	const entries = Array.isArray(entered) ? (entered as unknown[]) : phoneEntries(entered);
	for (const [index, entry] of entries.entries()) {
		const row = rowOf(entry);
		if (row !== undefined && Object.keys(row).length === 0) continue;
		if (row !== undefined && !Object.hasOwn(row, COLUMN)) {
			return problem(
				`holds an item without the column "${COLUMN}" (entry ${index})`,
				`Name the column that holds the phones, such as {{ $('Opted out').all().map((item) => item.json.mobile) }}.`,
			);
		}
		const read = repairPhone(row === undefined ? entry : row[COLUMN], true);
		if ('problem' in read) {
			const value = quoted(row === undefined ? entry : row[COLUMN]);
			return problem(
				`holds ${value} (entry ${index}), which ${read.problem.rule}`,
				read.problem.fix,
			);
		}
		phones.add(comparablePhone(read.value));
	}
	if (entries.length === 0 && !Array.isArray(entered)) return { problem: EMPTY };
	return { value: phones };
};

/** The columns of an item, with or without n8n's `json` around them; undefined for a phone itself. */
function rowOf(entry: unknown): Record<string, unknown> | undefined {
	if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
	const row = entry as Record<string, unknown>;
	return (row.json ?? row) as Record<string, unknown>;
}

import type { Choices, Row, Scenario } from './scenario';

/** The quietest settings: what a scenario has beside them matters to what was found. */
export const plainChoices: Choices = {
	byExpression: false,
	split: false,
	perRecipient: false,
	duplicates: 'once',
	checkBalance: false,
	poor: false,
	onlyEstimate: false,
	toList: false,
	extraOption: 'none',
	pauses: false,
	spelling: 'given',
	failure: 'node',
};

/** Scenarios a step simpler than one, the largest steps first. */
function* simpler(scenario: Scenario): Generator<Scenario> {
	const { rows, faults, choices, ...rest } = scenario;
	for (let size = Math.ceil(rows.length / 2); size >= 1; size = Math.floor(size / 2)) {
		for (let start = 0; start < rows.length; start += size) {
			yield { ...scenario, rows: [...rows.slice(0, start), ...rows.slice(start + size)] };
		}
	}
	for (const index of faults.keys()) {
		yield { ...scenario, faults: faults.filter((_, each) => each !== index) };
	}
	for (const name of [
		'credential',
		'runAgain',
		'changed',
		'changedKey',
		'tries',
		'executeOnce',
	] as const) {
		if (rest[name] === undefined) continue;
		const { [name]: _left, ...others } = scenario;
		yield others;
	}
	yield { ...scenario, choices: plainChoices };
	for (const name of Object.keys(choices) as Array<keyof Choices>) {
		const { [name]: _left, ...others } = choices;
		const plain = name in plainChoices ? { [name]: plainChoices[name] } : {};
		if (choices[name] !== plainChoices[name]) {
			yield { ...scenario, choices: { ...others, ...plain } as Choices };
		}
	}
	yield { ...scenario, phoneColumn: 'phone', textColumn: 'text' };
	for (const [index, row] of rows.entries()) {
		for (const each of simplerRows(row, index)) {
			yield { ...scenario, rows: rows.map((other, at) => (at === index ? each : other)) };
		}
	}
}

function* simplerRows(row: Row, index: number): Generator<Row> {
	const phone = `05700022${String(10 + (index % 9))}`;
	const plain: Row = {
		phone: { entered: phone, reading: phone },
		text: 'one',
		pick: 1,
		columns: {},
	};
	if (JSON.stringify(row) === JSON.stringify(plain)) return;
	yield plain;
	const { throws: _throws, hasBinary: _hasBinary, ...others } = row;
	if (row.throws || row.hasBinary) yield others;
	if (row.phone.entered !== phone) yield { ...row, phone: plain.phone };
	if (row.text !== 'one') yield { ...row, text: 'one' };
	if (row.text && row.text !== 'one') yield { ...row, text: '' };
	if (row.pick !== 1) yield { ...row, pick: 1 };
	for (const name of Object.keys(row.columns)) {
		const { [name]: _column, ...columns } = row.columns;
		yield { ...row, columns };
	}
}

/**
 * Looks for the smallest scenario of which something still holds.
 *
 * @param holds whether what was found is still there
 * @param longestMs when to be content with what was reached
 */
export async function shrink(
	scenario: Scenario,
	holds: (smaller: Scenario) => Promise<boolean>,
	longestMs: number,
): Promise<Scenario> {
	const end = Date.now() + longestMs;
	let best = scenario;
	for (let found = true; found;) {
		found = false;
		for (const candidate of simpler(best)) {
			if (Date.now() > end) return best;
			if (JSON.stringify(candidate) === JSON.stringify(best) || !(await holds(candidate))) continue;
			best = candidate;
			found = true;
			break;
		}
	}
	return best;
}

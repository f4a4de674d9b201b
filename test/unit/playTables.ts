import { meant } from '../operations/meant';

/** Plays tables of JSON: what a function makes of what it is given. */

/** One row: what is tried, the arguments (or several lists of them), and what comes of them, in the words of `meant`. */
interface Row {
	what?: string;
	of?: unknown[];
	each?: unknown[][];
	is: unknown;
}

/** Functions take what their tables have; each says which that is. */
type Played = (...given: never[]) => unknown;

/** Arguments that JSON does not have: `{"$": "date", "of": "2026-11-22"}`. */
const made: Record<string, (of: string, times: number) => unknown> = {
	undefined: () => undefined,
	date: (of) => new Date(of),
	number: Number,
	bigint: BigInt,
	repeat: (of, times) => of.repeat(times),
};

/** An argument as a row spells it. */
function argument(spelled: unknown): unknown {
	if (Array.isArray(spelled)) return spelled.map(argument);
	if (typeof spelled !== 'object' || spelled === null) return spelled;
	const { $: name, of, times } = spelled as { $?: string; of: string; times: number };
	if (name !== undefined) return made[name](of, times);
	return Object.fromEntries(Object.entries(spelled).map(([key, value]) => [key, argument(value)]));
}

/** A value as JSON has it: nothing is null, a set is a list. */
function plain(value: unknown): unknown {
	const listed = (_key: string, each: unknown) => (each instanceof Set ? [...each] : each);
	return JSON.parse(JSON.stringify(value ?? null, listed)) as unknown;
}

/** What a function gives, or what it says that it throws. */
async function resultOf(played: Played, given: unknown[]): Promise<unknown> {
	try {
		return plain(await played(...(given.map(argument) as never[])));
	} catch (error) {
		return { throws: (error as Error).message };
	}
}

/** Plays each table with the function of its name, and no table is left out. */
export function playTables<Name extends string>(
	tables: Record<Name, Row[]>,
	functions: Record<Name, Played>,
): void {
	describe.each(Object.keys(functions) as Name[])('%s', (name) => {
		const cells = tables[name].flatMap(({ what, of, each = [of ?? []], is }) =>
			each.map((given) => ({
				says: `${what ?? ''} ${JSON.stringify(given)}`.trim().slice(0, 150),
				...{ given, is },
			})),
		);
		it.each(cells)('$says', async ({ given, is }) => {
			expect(await resultOf(functions[name], given)).toEqual(meant(is));
		});
	});
}

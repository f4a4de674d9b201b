/**
 * Tests for machines or versions on which something holds. Elsewhere they are left out, and say so.
 *
 * @param missing what is not there, in a few words
 */
export function onlyWhere(
	holds: boolean,
	missing: string,
): { it: jest.It; describe: jest.Describe } {
	if (holds) return { it, describe };
	process.stdout.write(`Tests left out: ${missing}\n`);
	return { it: it.skip, describe: describe.skip };
}

import { readings, type Readings } from '../emulator/protocol/readings';
import { REFUSED, explainErrorText } from '../nodes/shared/service/apiError';
import documentedErrors from '../test/documentedErrors.json';
import { everyOperation, scriptOf } from '../test/operations';
import { parametersOf } from './parameterFields';

/** Rows of a table, the heading first. */
type Table = string[][];

/** What each of the emulator's readings answers. */
const questions: Record<keyof Readings, string> = {
	duplicates: 'Whether a phone that a request names twice gets two messages',
	sharedMembers: 'Whether a contact of two lists of one send gets two messages',
	emoji: 'How many characters an emoji counts for',
	repeatedHour: 'Which of the two equal hours at the end of summer time a schedule means',
	pastSchedule: 'What a schedule in the past does',
	notificationPhone: 'Which ten digits `np` takes: any, or an Israeli mobile',
	smsAbroad: 'Whether SMS abroad use up the balance of `act=credit`',
	withoutZero: 'What an Israeli number without its 0 is: a number abroad, or none',
	listPlaceholders: 'What other placeholders than `[phone_num]` become in a send to `list`',
	chatOtpPermission: 'Whether a code by chat needs SMS services, too',
	longFields: 'What becomes of an automation field over 500 chars',
	emptyFields: 'What an empty contact field does with `update=1`',
	overwriteReply: 'The answer to an `add` that overwrote a contact',
	wrongTid: 'The answer for a `tid` that is not digits',
	declaredMethod: 'Whether `get=1` and `post=2` are compared with the real HTTP method',
};

/** What stands between the markers of each name. */
const blocks: Record<string, () => Table> = {
	'at a glance': () => [
		['Script', 'What it does', 'Effect', 'Operation'],
		...everyOperation.map(({ name, definition }) => [
			`\`${scriptOf(definition)}\``,
			definition.action,
			definition.effect,
			name,
		]),
	],
	'error words': () => [
		['The service says', 'The nodes say'],
		...documentedErrors.map((text) => [
			`\`${text.replaceAll('`', '')}\``,
			explainErrorText(text)?.what ?? REFUSED,
		]),
	],
	readings: () => [
		['Open', 'Switch', 'Readings'],
		...Object.entries(questions).map(([name, question]) => [
			question,
			`\`${name}\``,
			readings[name as keyof Readings].map((value) => `\`${value}\``).join(', '),
		]),
	],
};

/**
 * `docs/service-interface.md` with its generated parts made anew: the blocks between markers, the last
 * column of the endpoints' tables, and the width of all columns.
 */
export function refreshedInterface(page: string): string {
	const withBlocks = page.replace(
		/(<!-- generated: (.+) -->\n)[^]*?(<!-- end -->)/g,
		(_, start: string, name: string, end: string) =>
			`${start}\n${markdown(blocks[name]())}\n\n${end}`,
	);
	return withBlocks
		.split(/^(?=###? )/m)
		.map((section) =>
			section.replace(/(?:^\|.*\|$\n?)+/gm, (text) => `${markdown(withFields(section, text))}\n`),
		)
		.join('');
}

/** The cells of a table; of one that ends in "Fields", with the fields that fill each row's parameters. */
function withFields(section: string, text: string): Table {
	const [heading, , ...rows] = text
		.trim()
		.split('\n')
		.map((row) =>
			row
				.slice(1, -1)
				.split('|')
				.map((cell) => cell.trim()),
		);
	if (heading.at(-1) !== 'Fields') return [heading, ...rows];
	const script = /^`(\w+\.php)`/m.exec(section)![1];
	return [heading, ...rows.map((row) => [...row.slice(0, -1), fieldsOf(script, row[0])])];
}

/** The fields of all operations of a script that fill one of the parameters in a table's field. */
function fieldsOf(script: string, cell: string): string {
	const parameters = cell.replaceAll('`', '').split(', ');
	const filled = everyOperation
		.filter(({ definition }) => scriptOf(definition) === script)
		.flatMap(parametersOf)
		.filter(([parameter]) => parameters.includes(parameter));
	return [...new Set(filled.map(([, field]) => field))].join(', ');
}

/** A table as prettier writes it. */
export function markdown([heading, ...rows]: Table): string {
	const widths = heading.map((_, at) =>
		Math.max(3, ...[heading, ...rows].map((row) => row[at].length)),
	);
	const line = (cells: string[]) =>
		`| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
	return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
		'\n',
	);
}

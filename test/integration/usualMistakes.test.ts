// If this fails, a person who does what many do reads something else than the page says.
import type { IDataObject, INodeParameters, NodeOperationError } from 'n8n-workflow';

import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { NEW_LINE } from '../../nodes/shared/pipeline/accountLines';
import { form, template } from '../operations/items';
import { generatedPage } from '../unit/repository/repository';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import usualMistakes from './usualMistakes.json';

/** The usual mistakes, each made in n8n's engine, and the table of `docs/troubleshooting.md` with what a person reads then. */

const service = serviceForTests();

/** What a person does, as the page says it, in which node, and how it differs from what is right. */
interface Mistake {
	what: string;
	by: 'campaign' | 'send' | 'chat';
	parameters?: INodeParameters;
	items?: IDataObject[];
	/** A row before those that are right. */
	first?: IDataObject;
	token?: string;
	baseUrl?: string;
	/** What the person typed, or the data has: the error shows it. */
	shows?: string;
}
const mistakes = usualMistakes as unknown as Mistake[];

const rows = [
	{ phone: '0570001001', first_name: 'Dana' },
	{ phone: '0570001002', first_name: 'Noam' },
];
const usual: Record<Mistake['by'], INodeParameters> = {
	campaign: {
		...{ resource: 'message', operation: 'sendCampaign', mode: 'send', recipient: 'phone' },
		...{ message: 'Hello {first_name}', sender: 'MyShop' },
	},
	send: {
		...{ resource: 'message', operation: 'send', phoneNumbers: '0570001001' },
		...{ message: 'Hello', sender: 'MyShop' },
	},
	chat: {
		...{ resource: 'message', operation: 'sendTemplateCampaign', mode: 'send' },
		...{ recipient: 'phone', template: template('2002') },
		parameters: form({ 'body.1': '{first_name}', 'body.2': 'X' }),
	},
};

/** What a person reads: the first line of the error, and of what it says to do. */
interface Told {
	line: string;
	fix: string;
}

async function tell({ by, parameters, items, first, token, baseUrl }: Mistake) {
	service.control.reset();
	const credential = { ...service.credential(token), ...(baseUrl && { baseUrl }) };
	const usually = by === 'send' ? undefined : [...(first ? [first] : []), ...rows];
	const { error } = await runNode({
		...{ node: by === 'chat' ? new ExtApiChat() : new ExtApiSms(), credential },
		parameters: { ...usual[by], ...parameters },
		items: items ?? usually,
	});
	const { message, description } = error as NodeOperationError;
	const [fix] = (description ?? '').split(NEW_LINE);
	return { line: message, fix };
}

const told: Told[] = [];
beforeAll(async () => {
	for (const mistake of mistakes) told.push(await tell(mistake));
});

it.each(mistakes.map(({ what, shows = '' }, index) => [what, shows, index] as const))(
	'says what happened and what to do, and shows what was typed: %s',
	(_what, shows, index) => {
		const { line, fix } = told[index];
		expect(line).not.toBe('');
		// Beside the rows, and that nothing was sent.
		expect(fix.replace(/^[^:]*: |Nothing was sent\S*/g, '')).toMatch(/\w+ \w+/);
		expect(`${line} ${fix}`).toContain(shows);
	},
);

const HEADING = '## The usual mistakes\n';
const INTRODUCTION = `The first line of each error, and the line below it. Items have the numbers that n8n's panel shows.`;

/** As a cell of a table; an example of a date is another one each day. */
const cell = (text: string) =>
	text.replaceAll('|', '\\|').replace(/\d{4}-\d\d-\d\dT/g, '2026-11-25T');

function table(): string {
	const rowsOfTable = mistakes.map(
		({ what }, index) => `| ${cell(what)} | ${cell(told[index].line)} | ${cell(told[index].fix)} |`,
	);
	return [
		HEADING,
		INTRODUCTION,
		'',
		'| What happened | First line | Below it |',
		'| --- | --- | --- |',
		...rowsOfTable,
		'',
		'',
	].join('\n');
}

it('are on the page (npm run docs:write)', () => {
	const parts = (page: string) => {
		const begin = page.indexOf(HEADING);
		const end = page.indexOf('\n## ', begin + 1) + 1;
		return { before: page.slice(0, begin), own: page.slice(begin, end), after: page.slice(end) };
	};
	const page = generatedPage('troubleshooting.md', (old) => {
		const { before, after } = parts(old);
		return `${before}${table()}${after}`;
	});
	const squeezed = (text: string) => text.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---');
	expect(squeezed(parts(page).own)).toBe(squeezed(table()));
});

// If this fails, a person who does what many do reads something else than the page says.
import type { IDataObject, INodeParameters, INodeType, NodeOperationError } from 'n8n-workflow';

import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { NEW_LINE } from '../../nodes/shared/pipeline/account';
import { form, template } from '../operations/items';
import { generatedPage } from '../unit/repository/repository';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** The usual mistakes, each made in n8n's engine, and the table of `docs/troubleshooting.md` with what a person reads then. */

const service = serviceForTests();

/** What a person does, and how. */
interface Mistake {
	/** As the page says it. */
	what: string;
	/** SMS when left out. */
	node?: INodeType;
	parameters: INodeParameters;
	items?: IDataObject[];
	token?: string;
	baseUrl?: string;
	/** What the person typed, or the data has: the error shows it. */
	shows?: string;
}

const rows = [
	{ phone: '0570001001', first_name: 'Dana' },
	{ phone: '0570001002', first_name: 'Noam' },
];
const campaign = {
	...{ resource: 'message', operation: 'sendCampaign', mode: 'send', recipient: 'phone' },
	...{ message: 'Hello {first_name}', sender: 'MyShop' },
};
const send = {
	...{ resource: 'message', operation: 'send', phoneNumbers: '0570001001' },
	...{ message: 'Hello', sender: 'MyShop' },
};
const chat = {
	...{ resource: 'message', operation: 'sendTemplateCampaign', mode: 'send', recipient: 'phone' },
	...{ template: template('2002'), parameters: form({ 'body.1': '{first_name}', 'body.2': 'X' }) },
};
const inCampaign = (more: INodeParameters) => ({
	parameters: { ...campaign, ...more },
	items: rows,
});
const firstRow = (row: IDataObject) => ({ parameters: campaign, items: [row, ...rows] });
const inSend = (more: INodeParameters) => ({ parameters: { ...send, ...more } });
const inChat = (more: INodeParameters) => ({
	...{ node: new ExtApiChat(), parameters: { ...chat, ...more }, items: rows },
});
const mistakes: Mistake[] = [
	{
		what: '_Phone Column_ is `phone`, and the column is called `mobile`',
		shows: '"mobile"',
		parameters: campaign,
		items: rows.map(({ phone: mobile, first_name }) => ({ mobile, first_name })),
	},
	{
		what: 'A spreadsheet removed the leading 0 of a phone number',
		...{ shows: '570001001', ...firstRow({ phone: 570001001, first_name: 'Dana' }) },
	},
	{
		what: 'A row has a word instead of a phone number',
		...{ shows: '"none"', ...firstRow({ phone: 'none', first_name: 'Dana' }) },
	},
	{
		what: 'A phone number has a digit too few',
		...{ shows: '057000100', ...firstRow({ phone: '057000100', first_name: 'Dana' }) },
	},
	{
		what: 'A merge field is misspelled: `{firstname}`',
		...{ shows: '"firstname"', ...inCampaign({ message: 'Hello {firstname}' }) },
	},
	{
		what: 'A merge field has double braces: `{{first_name}}`',
		...{ shows: '{{first_name}}', ...inCampaign({ message: 'Hello {{first_name}}' }) },
	},
	{
		what: 'A row has no value for a merge field',
		...{ shows: '"first_name"', ...firstRow({ phone: '0570001003', first_name: '' }) },
	},
	{
		what: 'A merge field is in **Send**, which does not fill merge fields',
		...{ shows: '{first_name}', ...inSend({ message: 'Hello {first_name}' }), items: rows },
	},
	{
		what: 'The expression in _Message_ returns nothing',
		...{ ...inSend({ message: '={{ $json.text }}' }), items: rows },
	},
	{
		what: 'The expression in _Phone Numbers_ names a column that does not exist',
		...{ ...inSend({ phoneNumbers: '={{ $json.mobile }}' }), items: rows },
	},
	{
		what: 'The sender is longer than 11 characters',
		...{ shows: 'My Little Shop', ...inSend({ sender: 'My Little Shop' }) },
	},
	{ what: 'The sender is not approved in the account', ...inSend({ sender: 'Nobody' }) },
	{ what: 'There is no sender', ...inSend({ sender: '' }) },
	{ what: 'The token is wrong or outdated', parameters: send, token: 'wrong' },
	{ what: 'The token lacks the permission', parameters: send, token: 'demo-token-chat' },
	{ what: 'The base URL leads nowhere', parameters: send, baseUrl: 'http://127.0.0.1:1' },
	{ what: '_Send At_ is in the past', ...inSend({ timing: { sendAt: '2020-01-01T10:00:00' } }) },
	{ what: '_Send At_ is a word', ...inSend({ timing: { sendAt: '={{ "tomorrow" }}' } }) },
	{ what: '_Mode_ is Test, and _Test Numbers_ is empty', ...inCampaign({ mode: 'test' }) },
	{
		what: 'A distribution list is entered by its name',
		...{ shows: '"Customers"', ...inSend({ sendTo: 'lists', listCodes: 'Customers' }) },
	},
	{
		what: 'A list code that the account does not have',
		...inSend({ sendTo: 'lists', listCodes: '9999' }),
	},
	{
		what: '_Messages by Phone Number_ lacks its last brace',
		...inSend({ sendTo: 'ownMessages', messagesByNumber: '={ "0570001001": "Hello"' }),
	},
	{
		what: '_Notification Email_ is set, and there is only one recipient',
		...inSend({ notifications: { notificationEmail: 'dana@example.com' } }),
	},
	{
		what: 'A template code that the account does not have',
		...{ shows: '9999', ...inChat({ template: template('9999') }) },
	},
	{
		what: 'A parameter of the template is empty',
		...{ shows: '2002', ...inChat({ parameters: form({ 'body.1': '', 'body.2': 'X' }) }) },
	},
];

/** What a person reads: the first line of the error, and of what it says to do. */
interface Told {
	line: string;
	fix: string;
}

async function tell({ node = new ExtApiSms(), parameters, items, token, baseUrl }: Mistake) {
	service.control.reset();
	const credential = { ...service.credential(token), ...(baseUrl && { baseUrl }) };
	const { error } = await runNode({ node, parameters, items, credential });
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

// If this fails, people cannot tell which field fills which place of a template, or find the one for its file.
import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import fc from 'fast-check';

import { ExtApiChat } from '../../../nodes/ExtApiChat/ExtApiChat.node';
import {
	ifTakesFile,
	linkFields,
	nameInList,
	nameWithStatus,
} from '../../../nodes/shared/templates/picker';
import { labelOf, parametersOf, type Template } from '../../../nodes/shared/templates/template';
import { templateLines } from '../../../nodes/shared/templates/parameterForm';
import type { Field } from '../../../nodes/shared/fields/field';
import { asEntered } from '../../../nodes/shared/rules/reader';

const { description } = new ExtApiChat();

/** Characters the editor shows of a label beside the choice of an expression, at 1440 pixels. */
const VISIBLE = 25;

function template(own: Partial<Template>): Template {
	return {
		...{ code: 2003, displayName: 'order_update', status: 'APPROVED', sendable: true, issue: null },
		...{ category: 'UTILITY', language: 'en', body: '' },
		header: { type: 'NONE', text: '', fileurlTypes: [], hasDefaultMedia: false },
		params: { header: [], body: [], button: [] },
		buttons: [],
		...own,
	};
}
const orderUpdate = template({
	header: { type: 'TEXT', text: 'Order {{1}}', fileurlTypes: [], hasDefaultMedia: false },
	body: 'Hello {{1}}, your order arrives on {{2}}.',
	footer: 'Reply STOP to opt out',
	buttons: [{ text: 'Track', url: 'https://shop.example.com/track/{{1}}' }, { text: 'Thanks' }],
	params: {
		header: [{ index: 1, example: 'A-1001' }],
		body: [
			{ index: 1, example: 'Dana' },
			{ index: 2, example: 'Sunday' },
		],
		button: [{ index: 0, example: 'A-1001', buttonText: 'Track' }],
	},
});
const labels = (of: Template) => parametersOf(of).map((each) => labelOf(of, each));

describe('the text of a template', () => {
	const lines = (of: Template) => templateLines(of).map(({ part, text }) => `${part}: ${text}`);

	it('shows all that the recipient sees in plain lines, and an example of each parameter', () => {
		expect(lines(orderUpdate)).toEqual([
			'Header: Order {{1}}',
			'Text: Hello {{1}}, your order arrives on {{2}}.',
			'Footer: Reply STOP to opt out',
			'Buttons: Track: https://shop.example.com/track/{{1}} · Thanks',
			'Examples: A-1001 · Dana · Sunday · A-1001',
		]);
	});

	it('shows lines as lines, what kind of file a header takes, and nothing of what it has not', () => {
		const header = { type: 'IMAGE', text: '', fileurlTypes: ['jpg'], hasDefaultMedia: true };
		expect(lines(template({ header, body: 'One\n\nTwo' }))).toEqual([
			'Header: image, with a default',
			'Text: One',
			'Line 2: Two',
		]);
	});

	it('loses no word of a long text, unless it is very long: then it says so', () => {
		const body = 'word '.repeat(40).trim();
		const shown = templateLines(template({ body })).map(({ text }) => text);
		expect(shown.join(' ')).toBe(body);
		expect(Math.max(...shown.map(({ length }) => length))).toBeLessThanOrEqual(46);
		expect(templateLines(template({ body: body.repeat(5) })).at(-1)!.text).toMatch(/ …$/);
	});
});

describe('the label of a parameter', () => {
	it('quotes its place in the text', () => {
		expect(labels(orderUpdate)).toEqual([
			'Header 1 · after "Order"',
			'1 · after "Hello"',
			'2 · after "arrives on"',
			'Button 0 · Track',
		]);
	});

	/** The labels of so many parameters of a text. */
	const labelsIn = (text: string, count = 1) => {
		const body = [1, 2].slice(0, count).map((index) => ({ index, example: '' }));
		return labels(template({ body: text, params: { header: [], body, button: [] } }));
	};

	it.each([
		[
			'what follows where nothing stands before',
			'{{1}}, your order is here',
			'1 · before "your order"',
		],
		['the number of one that stands nowhere', 'Your code', 'Body 1'],
		['the number of one that stands alone', '{{1}}', 'Body 1'],
	])('names %s', (_what, text, label) => expect(labelsIn(text)).toEqual([label]));

	it('tells placeholders apart that stand side by side', () => {
		expect(new Set(labelsIn('{{1}} {{2}}', 2)).size).toBe(2);
	});

	it('is never cut by the editor, and always shows the number', () => {
		const text = fc.string({ maxLength: 60 }).filter((each) => !each.includes('{{1}}'));
		fc.assert(
			fc.property(text, text, (before, after) => {
				const [label] = labelsIn(`${before}{{1}}${after}`);
				return label.length <= VISIBLE && /^(?:Body )?1\b/.test(label);
			}),
		);
	});
});

describe('the name of a template in the list', () => {
	const file = (hasDefaultMedia: boolean) =>
		template({ header: { type: 'IMAGE', fileurlTypes: ['jpg'], hasDefaultMedia } });

	it('says its status only where all are shown', () => {
		expect(nameInList(orderUpdate)).toBe('order_update (en, utility)');
		expect(nameWithStatus(orderUpdate)).toBe('order_update: APPROVED (en, utility)');
		const outdated = template({ issue: 'needs_resync', sendable: false });
		expect(nameWithStatus(outdated)).toBe('order_update: needs_resync (en, utility)');
		expect(nameInList(file(true))).toBe('order_update (en, utility, with image)');
		expect(nameInList(file(false))).toBe('order_update (en, utility, needs image)');
	});

	const link: Field = {
		...{ displayName: 'Media Link', name: 'fileUrl', type: 'string', default: '' },
		reader: asEntered,
	};
	const chosen = (cachedResultName?: string, value = '1') => ({
		template: { __rl: true, mode: 'list', value, cachedResultName },
	});
	const isShown = (name?: string, value?: string) => (field: INodeProperties) =>
		NodeHelpers.displayParameter(chosen(name, value), field, { typeVersion: 1 } as INode, null);

	it.each<[string, string | undefined, Array<'optional' | 'required'>]>([
		['takes none', nameInList(orderUpdate), []],
		['has one of its own', nameInList(file(true)), ['optional']],
		['has none of its own', nameInList(file(false)), ['required']],
		['has none of its own, with its status', nameWithStatus(file(false)), ['required']],
		['was chosen by its code', undefined, ['optional']],
	])('decides about the link of a file: one that %s', (_, name, expected) => {
		const links = linkFields(link).filter(isShown(name));
		expect(links.map(({ required }) => (required ? 'required' : 'optional'))).toEqual(expected);
		expect(ifTakesFile(link).filter(isShown(name))).toHaveLength(expected.length);
	});

	it('shows nothing about files before a template is chosen', () => {
		const fields = [...ifTakesFile(link), ...linkFields(link)];
		expect(fields.filter(isShown(undefined, ''))).toEqual([]);
	});

	const { properties } = description;
	const node = (values: INodeParameters) => ({ typeVersion: 1, parameters: values }) as INode;
	/** What n8n says before it runs the node; it would not run it with any of that. */
	function issuesOf(own: INodeParameters) {
		const values = { resource: 'message', phoneNumbers: '0570002233', recipient: 'phone', ...own };
		const given = [properties, values, true, false, node(values), null] as const;
		const filled = NodeHelpers.getNodeParameters(...given);
		return NodeHelpers.getNodeParametersIssues(properties, node(filled!), null)?.parameters;
	}
	const template2005 = (name?: string) => chosen(name) as INodeParameters;
	const needed = { fileUrl: ['Parameter "Media Link" is required.'] };

	it.each<[string, INodeParameters]>([
		['Send Template', { operation: 'sendTemplate', parametersFrom: 'json' }],
		['own parameters', { operation: 'sendTemplate', sendTo: 'ownParameters' }],
		['a campaign', { operation: 'sendTemplateCampaign', parametersFrom: 'json' }],
	])('has n8n ask for the link of a file that has to be there: %s, %j', (_name, own) => {
		const link = { fileUrl: 'https://a.example/b.jpg' };
		expect(issuesOf({ ...own, ...template2005(nameInList(file(false))) })).toEqual(needed);
		expect(issuesOf({ ...own, ...link, ...template2005(nameInList(file(false))) })).toBeUndefined();
		expect(issuesOf({ ...own, ...template2005(nameInList(file(true))) })).toBeUndefined();
		expect(issuesOf({ ...own, ...template2005() })).toBeUndefined();
	});

	it.each<[string, INodeParameters]>([
		['in the form', { operation: 'sendTemplate', parametersFrom: 'form' }],
		['by an expression', { operation: 'sendTemplate', parametersFrom: '={{ $json.from }}' }],
		['in a file of the workflow', { operation: 'sendTemplateCampaign', fileFrom: 'input' }],
	])('does not ask for it where it may stand elsewhere: %s', (_name, own) => {
		expect(issuesOf({ ...own, ...template2005(nameInList(file(false))) })).toBeUndefined();
	});
});

/**
 * Send Template: one place for the link to a template's file, whatever its choices hold.
 *
 * n8n's editor puts what an expression gives for the first item in its place, or nothing where it
 * fails, and leaves beside it what was saved. Running a workflow, n8n looks at the expression.
 */
const namesOfTemplates = [
	'invoice (en, utility, needs document)',
	'sale (en, marketing, with image)',
];
const chosenBefore = ['numbers', 'lists', 'ownParameters'];
const filledFrom = [undefined, 'form', 'json', 'list'];

/** Names of the fields shown that can hold the link. */
function placesOfLink(sendTo: string, parametersFrom: string | undefined, name?: string): string[] {
	const parameters: INodeParameters = {
		resource: 'message',
		operation: 'sendTemplate',
		sendTo,
		...(parametersFrom !== undefined && { parametersFrom }),
		template: { __rl: true, mode: 'list', value: '2005', ...(name && { cachedResultName: name }) },
		fileFrom: 'link',
	};
	return description.properties
		.filter((field) => ['fileUrl', 'parameters'].includes(field.name))
		.filter((field) => NodeHelpers.displayParameter(parameters, field, null, description))
		.map((field) => field.name);
}

describe.each([undefined, ...namesOfTemplates])('a template with the name %s', (name) => {
	const rows = chosenBefore.flatMap((sendTo) => filledFrom.map((from) => [sendTo, from] as const));
	it.each(rows)('has one place for the link: to %s, parameters from %s', (sendTo, from) => {
		const form = sendTo !== 'ownParameters' && from === 'form';
		expect(placesOfLink(sendTo, from, name)).toEqual([form ? 'parameters' : 'fileUrl']);
	});

	const byExpression = [
		...filledFrom.map((from) => ["={{ 'ownParameters' }}", from] as const),
		...[...chosenBefore, '', "={{ 'numbers' }}"].flatMap((sendTo) =>
			["={{ 'form' }}", ''].map((from) => [sendTo, from] as const),
		),
	];
	it.each(byExpression)('has one by an expression, too: to %s, from %s', (sendTo, from) => {
		const places = placesOfLink(sendTo, from, name);
		expect(places.filter((place) => place === 'fileUrl')).toHaveLength(1);
	});
});

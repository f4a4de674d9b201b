// If this fails, people cannot tell which field fills which place of a template, or find the one for its file.
import fc from 'fast-check';

import { nameInList, nameWithStatus } from '../../../nodes/shared/templates/picker';
import { labelOf, parametersOf, type Template } from '../../../nodes/shared/templates/template';
import { templateLines } from '../../../nodes/shared/templates/parameterForm';

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
});

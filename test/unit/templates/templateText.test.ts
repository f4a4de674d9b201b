import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';
import fc from 'fast-check';

import { linkFields, nameInList, nameWithStatus } from '../../../nodes/shared/templates/nameInList';
import { parametersOf, type Template } from '../../../nodes/shared/templates/template';
import { labelOf, templateText } from '../../../nodes/shared/templates/templateText';

/** Characters the editor shows of a label beside the choice of an expression, at 1440 pixels. */
const VISIBLE = 25;

function template(own: Partial<Template>): Template {
	return {
		...{ code: 2003, displayName: 'order_update', status: 'APPROVED', sendable: true, issue: null },
		...{ category: 'UTILITY', language: 'en', body: '' },
		header: { type: 'NONE', text: '', fileurlTypes: [], hasDefaultMedia: false },
		params: { header: [], body: [], button: [] },
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
	it('shows all that the recipient sees, and an example of each parameter', () => {
		expect(JSON.parse(templateText(orderUpdate))).toEqual({
			template: 2003,
			header: 'Order {{1}}',
			body: 'Hello {{1}}, your order arrives on {{2}}.',
			footer: 'Reply STOP to opt out',
			buttons: ['Track: https://shop.example.com/track/{{1}}', 'Thanks'],
			examples: 'A-1001 · Dana · Sunday · A-1001',
		});
	});

	it('shows lines as lines, what kind of file a header takes, and nothing of what it has not', () => {
		const header = { type: 'IMAGE', text: '', fileurlTypes: ['jpg'], hasDefaultMedia: true };
		expect(JSON.parse(templateText(template({ header, body: 'One\nTwo' })))).toEqual({
			template: 2003,
			header: 'image, with a default',
			body: ['One', 'Two'],
		});
	});
});

describe('the label of a parameter', () => {
	it('shows its place in the text', () => {
		expect(labels(orderUpdate)).toEqual([
			'Header: Order {{1}}',
			'Hello {{1}}, your…',
			'…order arrives on {{2}}',
			'Button "Track"',
		]);
	});

	it('names a parameter that stands nowhere in the text', () => {
		const params = { header: [], body: [{ index: 1, example: '12345' }], button: [] };
		expect(labels(template({ body: 'Your code', params }))).toEqual(['Body {{1}}']);
	});

	it('is never cut by the editor, and always shows the placeholder', () => {
		const text = fc.string({ maxLength: 60 }).filter((each) => !each.includes('{{1}}'));
		fc.assert(
			fc.property(text, text, (before, after) => {
				const params = { header: [], body: [{ index: 1, example: '' }], button: [] };
				const [label] = labels(template({ body: `${before}{{1}}${after}`, params }));
				return label.length <= VISIBLE && label.includes('{{1}}');
			}),
		);
	});
});

describe('the name of a template in the list', () => {
	const file = (hasDefaultMedia: boolean) =>
		template({ header: { type: 'IMAGE', fileurlTypes: ['jpg'], hasDefaultMedia } });

	it('says its status only where all are shown', () => {
		expect(nameInList(orderUpdate)).toBe('order_update (en, UTILITY)');
		expect(nameWithStatus(orderUpdate)).toBe('order_update (en, UTILITY): APPROVED');
		const outdated = template({ issue: 'needs_resync', sendable: false });
		expect(nameWithStatus(outdated)).toBe('order_update (en, UTILITY): needs_resync');
		expect(nameInList(file(true))).toBe('order_update (en, UTILITY, with image)');
		expect(nameInList(file(false))).toBe('order_update (en, UTILITY, needs image)');
	});

	const link: INodeProperties = {
		...{ displayName: 'Media Link', name: 'fileUrl', type: 'string', default: '' },
	};
	const shown = (cachedResultName?: string) => {
		const template = { __rl: true, mode: 'list', value: '1', cachedResultName };
		const node = { typeVersion: 1 } as INode;
		return linkFields(link)
			.filter((field) => NodeHelpers.displayParameter({ template }, field, node, null))
			.map(({ required = false }) => (required ? 'required' : 'optional'));
	};

	it.each<[string, string | undefined, string[]]>([
		['takes none', nameInList(orderUpdate), []],
		['takes none, with its status', nameWithStatus(orderUpdate), []],
		['has one of its own', nameInList(file(true)), ['optional']],
		['has none of its own', nameInList(file(false)), ['required']],
		['has none of its own, with its status', nameWithStatus(file(false)), ['required']],
		['was chosen before 0.2', 'order_update (APPROVED, en, UTILITY)', ['optional']],
		['was chosen by its code', undefined, ['optional']],
	])('decides about the link of a file: one that %s', (_, name, expected) => {
		expect(shown(name)).toEqual(expected);
	});
});

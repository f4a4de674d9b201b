// If this fails, people cannot tell which field fills which place of a template, or find the one for its file.
import fc from 'fast-check';

import { templateLines } from '../../../nodes/shared/templates/parameterForm';
import { nameInList, nameWithStatus } from '../../../nodes/shared/templates/picker';
import { parametersOf, type Template } from '../../../nodes/shared/templates/template';
import { playTables } from '../playTables';
import templates from './templates.json';

/** Characters the editor shows of a label beside the choice of an expression, at 1440 pixels. */
const VISIBLE = 25;

const template = (own: Partial<Template>): Template => ({
	...{ code: 2003, displayName: 'order_update', status: 'APPROVED', sendable: true, issue: null },
	...{ category: 'UTILITY', language: 'en', body: '' },
	header: { type: 'NONE', text: '', fileurlTypes: [], hasDefaultMedia: false },
	params: { header: [], body: [], button: [] },
	buttons: [],
	...own,
});
function labelsOf(own: Partial<Template>): string[] {
	return parametersOf(template(own)).map(({ label }) => label);
}

playTables(templates, {
	'the text of a template': (own: Partial<Template>) =>
		templateLines(template(own)).map(({ part, text }) => `${part}: ${text}`),
	'the labels of its parameters': labelsOf,
	'its name in the list, and where all are shown with their status': (own: Partial<Template>) =>
		[nameInList, nameWithStatus].map((name) => name(template(own))),
});

it('the text of a template loses no word, unless it is very long: then it says so', () => {
	const body = 'word '.repeat(40).trim();
	const shown = templateLines(template({ body })).map(({ text }) => text);
	expect(shown.join(' ')).toBe(body);
	expect(Math.max(...shown.map(({ length }) => length))).toBeLessThanOrEqual(46);
	expect(templateLines(template({ body: body.repeat(5) })).at(-1)!.text).toMatch(/ …$/);
});

it('the label of a parameter is never cut by the editor, and always shows the number', () => {
	const text = fc.string({ maxLength: 60 }).filter((each) => !each.includes('{{1}}'));
	fc.assert(
		fc.property(text, text, (before, after) => {
			const body = [{ index: 1, example: '' }];
			const params = { header: [], body, button: [] };
			const [label] = labelsOf({ body: `${before}{{1}}${after}`, params });
			return label.length <= VISIBLE && /^(?:Body )?1\b/.test(label);
		}),
	);
});

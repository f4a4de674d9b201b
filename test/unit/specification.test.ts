import type { INodePropertyOptions } from 'n8n-workflow';

import { explainErrorText } from '../../nodes/shared/transport/errorTexts';
import { rowsOfNodes } from '../operations';
import { documentedErrors } from '../specification';

describe('the nodes and the specification', () => {
	it('have a subtitle for each operation', () => {
		const without = rowsOfNodes.flatMap(({ node }) => {
			const { displayName, subtitle, properties } = node().description;
			const chosen = properties.filter(({ name }) => name === 'operation');
			const options = chosen.flatMap(({ options: all }) => all as INodePropertyOptions[]);
			return options
				.filter(({ value }) => !subtitle!.includes(`${String(value)}:`))
				.map(({ value }) => `${displayName}: ${String(value)}`);
		});
		expect(without).toEqual([]);
	});
});

describe('the error texts of the specification', () => {
	it.each(documentedErrors)('%s: is explained, with a fix', (text) => {
		const explained = explainErrorText(text);
		expect(explained?.what).toMatch(/^[A-Z].*[^.]$/);
		expect(explained?.fix).toMatch(/\.$/);
	});

	it.each([
		['sub-user not found', /sub-admin does not exist/],
		['phone must be a valid Israeli phone', /Only Israeli/],
		[
			'no template matches the code with the given status or category filter',
			/No template with this code/,
		],
		['sub-admin chat permission denied', /sub-admin behind the token/],
		['Automation service not active', /switched off/],
		['msg missing with no file', /text is missing/],
		['msg over 2000 chars', /text is too long/],
	])('%s is not mistaken for another', (text, what) => {
		expect(explainErrorText(text)?.what).toMatch(what);
	});
});

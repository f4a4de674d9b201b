import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { wireFields } from '../../nodes/shared/descriptions/wireFields';
import { explainErrorText } from '../../nodes/shared/transport/errorTexts';
import { everyOperation } from '../integration/harness/everyOperation';
import { builtParameters, documentedErrors, documentedParameters } from '../specification';
import { nodeOperations, nodes } from './nodeOperations';

const hasSchedule = (field: INodeProperties) =>
	wireFields([field]).some(({ wire }) => wire === 'sendAt');

describe('the nodes and the specification', () => {
	const names = nodeOperations()
		.map(({ name }) => name)
		.sort();

	it('know the same operations (documentedParameters in test/specification.ts)', () => {
		expect(Object.keys(documentedParameters).sort()).toEqual(names);
	});

	it('are tested as a whole (test/integration/harness/everyOperation.ts)', () => {
		expect(everyOperation.map(({ name }) => name).sort()).toEqual(names);
	});

	it('have a subtitle for each operation', () => {
		const without = nodes.flatMap(({ description: { displayName, subtitle, properties } }) => {
			const chosen = properties.filter(({ name }) => name === 'operation');
			const options = chosen.flatMap(({ options: all }) => all as INodePropertyOptions[]);
			return options
				.filter(({ value }) => !subtitle!.includes(`${String(value)}:`))
				.map(({ value }) => `${displayName}: ${String(value)}`);
		});
		expect(without).toEqual([]);
	});

	it.each(nodeOperations())(
		'$name can send every documented parameter',
		({ name, fields, option }) => {
			const sendable = [
				...wireFields(fields).map(({ wire }) => wire),
				...Object.keys((option.routing?.request?.body as object) ?? {}),
				...Object.keys(builtParameters[name] ?? {}),
				...(fields.some(hasSchedule) ? ['schedule'] : []),
			];
			expect(sendable).toEqual(expect.arrayContaining(documentedParameters[name]));
		},
	);
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

// If this fails, n8n's reviewers send the package back: a label, hint or field breaks a rule of n8n's guidelines.
import type { INodeProperties } from 'n8n-workflow';

import { ExtApi } from '../../../credentials/ExtApi.credentials';
import { ExtApiTrigger } from '../../../nodes/ExtApiTrigger/ExtApiTrigger.node';
import { everyOperation, rowsOfNodes } from '../../operations';
import { filesIn, read } from './repository';

/** Rules that n8n's linter does not have yet, or leaves to people; those it has run with `npm run lint`. */
const manifest = JSON.parse(read('package.json')) as {
	n8n: { strict?: boolean; credentials: string[] };
	workspaces?: string[];
};
const descriptions = [
	...rowsOfNodes.map(({ node }) => node().description),
	new ExtApiTrigger().description,
];

interface Found extends Partial<INodeProperties> {
	at: string;
	/** Type of the field it is inside, if any. */
	inside?: string;
}

/** Every field, option and choice of the nodes. */
function fieldsIn(value: unknown, at: string, inside?: string): Found[] {
	if (Array.isArray(value)) return value.flatMap((each) => fieldsIn(each, at, inside));
	const field = value as Partial<INodeProperties>;
	const name = `${at} > ${field.displayName ?? field.name}`;
	const inner = [...(field.options ?? []), ...((field as { values?: [] }).values ?? [])];
	return [{ ...field, at: name, inside }, ...fieldsIn(inner, name, field.type ?? inside)];
}
const fields = descriptions.flatMap(({ displayName, properties }) =>
	fieldsIn(properties, displayName),
);
const places = (found: Found[]) => [...new Set(found.map(({ at }) => at))];

it('a hint has at most 120 characters, before a run too', () => {
	const ofNodes = descriptions.flatMap(({ displayName, hints = [] }) =>
		hints.map(({ message }) => ({ at: displayName, hint: message })),
	);
	const long = [...fields, ...ofNodes].filter(({ hint = '' }) => hint.length > 120);
	expect(long.map(({ at, hint }) => `${at}: ${hint}`)).toEqual([]);
	expect(fields.length).toBeGreaterThan(500);
});

it('the description of a switch begins with "Whether", and no other does', () => {
	const wrong = fields.filter(
		({ type, description = '' }) => (type === 'boolean') !== description.startsWith('Whether'),
	);
	const choosing = wrong.filter(({ type, description }) => type !== 'options' && description);
	expect(places(choosing)).toEqual([]);
});

it('no field inside a collection is required: n8n does not ask for one', () => {
	const wrong = fields.filter(({ inside, required }) => inside === 'collection' && required);
	expect(places(wrong)).toEqual([]);
});

it('no one has to write JSON', () => {
	expect(fields.filter(({ type }) => type === 'json')).toEqual([]);
});

it('a label is in Title Case, a description in sentence case', () => {
	const small = /^(?:a|an|and|as|at|by|for|from|if|in|of|on|or|per|the|to|was|with)$/;
	// A notice is a text in the place of a label.
	const labels = fields.filter(
		({ displayName = '', type }) =>
			type !== 'notice' &&
			displayName.split(/[\s-]/).some((word) => /^[a-z]/.test(word) && !small.test(word)),
	);
	expect(places(labels)).toEqual([]);
	const texts = fields.filter(({ description = '' }) => /^[a-z]/.test(description));
	expect(places(texts)).toEqual([]);
});

it('an operation that deletes says so in `deleted`', () => {
	const deleting = everyOperation.filter(({ definition }) => definition.name === 'Delete');
	expect(deleting.length).toBeGreaterThan(0);
	for (const { sends } of deleting) {
		const outputs = sends.flatMap((each) => each.outputs ?? []);
		expect(outputs).toContainEqual(expect.objectContaining({ deleted: true }));
	}
});

it('there is one package with one credential, which claims no lint configuration that it does not have', () => {
	expect(manifest.n8n.credentials).toHaveLength(1);
	expect(manifest.workspaces).toBeUndefined();
	expect(manifest.n8n.strict).toBeUndefined();
	expect(new ExtApi().properties.find(({ name }) => name === 'token')?.typeOptions).toEqual({
		password: true,
	});
});

it('each node has a codex file with categories that n8n has', () => {
	const codex = filesIn('nodes', /\.node\.json$/);
	expect(codex).toHaveLength(descriptions.length);
	for (const file of codex) {
		const { categories } = JSON.parse(read(file)) as {
			categories: string[];
		};
		expect(categories).toEqual(['Communication', 'Marketing & Content']);
	}
	expect(descriptions.filter(({ codex: inline }) => inline !== undefined)).toEqual([]);
});

it('the editor offers the fields of every output: each operation has a schema, and nothing else has', () => {
	const expected = rowsOfNodes.flatMap(({ node }) => {
		const { constructor, operations } = node();
		return operations.map(
			({ resource, value }) =>
				`nodes/${constructor.name}/__schema__/v1.0.0/${resource.value}/${value}.json`,
		);
	});
	// A trigger has one output, whatever its parameters.
	expected.push('nodes/ExtApiTrigger/__schema__/v1.1.0.json');
	expect(filesIn('nodes', /\/__schema__\/.*\.json$/).sort()).toEqual(expected.sort());
});

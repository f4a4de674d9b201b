// If this fails, an operation sends something else than its fields hold.
import type { INodeParameters } from 'n8n-workflow';

import { verbsOf } from '../../nodes/shared/service/nodeErrors';
import { everyOperation, operationNamed, type Operation } from '../operations';
import { form, template, twoItems } from '../operations/items';
import { withValue } from '../operations/withValue';
import { failureOf, runNode, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { expectItsVerbs } from './harness/verbs';

/** Every way to fill in an operation of test/operations, and what is refused before it leaves. */
const service = serviceForTests({ campaignStepMs: 60_000, withoutZero: 'abroad' });
const run = async (operation: Operation, parameters: INodeParameters = {}, items = [twoItems[0]]) =>
	await runNode({
		node: operation.node(),
		credential: service.credential('demo-token-full'),
		parameters: { ...operation.parameters, ...parameters },
		items,
	});

/** Requests to the operation itself, without the template listing it reads. */
const bodies = ({ endpoint }: Operation) => {
	const requests = service.control.requests();
	const isOwn = (index: number) =>
		endpoint === 'waTemplates' || requests[index].endpoint !== 'waTemplates';
	return service.bodies().filter((_body, index) => isOwn(index));
};

const sent = everyOperation.flatMap((operation) =>
	operation.sends.map((each) => ({ ...each, title: `${operation.name}: ${each.name}`, operation })),
);

describe('every operation', () => {
	it.each(sent)('$title', async ({ operation, parameters = {}, items, outputs, of, ...row }) => {
		await operation.prepare?.(service);
		const result = await run(operation, parameters, items);
		if (row.refusedByService) expect(result.error?.message).toMatch(row.refusedByService);
		else expect(result.error?.message).toBeUndefined();
		// Requests that are under way at once arrive in any order.
		expect(bodies(operation)).toHaveLength(row.bodies.length);
		expect(bodies(operation)).toEqual(expect.arrayContaining(row.bodies));
		const pairs = (of ?? outputs.map((_output, index) => index)).map((item) =>
			Array.isArray(item) ? item.map((each) => ({ item: each })) : { item },
		);
		expect(result.items.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual(
			outputs.map((json, index) => ({ json, pairedItem: pairs[index] })),
		);
	});
});

/** What is entered, short enough for a title. */
function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? '';
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const refused = everyOperation.flatMap((operation) =>
	operation.refuses.map((each) => {
		const label = operation.fields.find(({ path }) => path === each.field)?.label ?? each.field;
		const others = each.with === undefined ? '' : ` with ${shown(each.with)}`;
		const title = `${operation.name}: ${label} ${shown(each.value)}${others}`;
		return { ...each, label, title, operation };
	}),
);

/** Set by a person, who chose the file or the template of a tool. */
const OF_PERSON = ['fileField', 'fileFrom', 'template'];
/** What only a person in n8n's editor can do. */
const OF_EDITOR =
	/\bexpression|\b(?:in|from) the list\b(?! of)|\bdrag|\bpress\b|\bpick\b|'On Error'|settings of the node|node's settings/i;
/** What is wrong, what to do, and that nothing left. */
const RULE_AND_FIX = /\S\. \S[^]*\S\. Nothing was /;
const refusedForModels = refused.filter(
	({ operation, field }) => !operation.overAllItems && !OF_PERSON.includes(field),
);

describe('refuses before any request leaves', () => {
	it.each(refused)('$title', async ({ operation, label, says, ...each }) => {
		await operation.prepare?.(service);
		const { error } = await run(operation, withValue(each, operation));
		const said = sentencesOf(error);
		if (says instanceof RegExp) expect(operation.overAllItems ? said.all : said.full).toMatch(says);
		else if (operation.overAllItems) expect(said.all).toContain(`${label} ${says}`);
		else expect(said.full.slice(0, `${label} ${says}`.length)).toBe(`${label} ${says}`);
		expect(said.all).toMatch(new RegExp(`nothing was ${verbsOf(operation).done}\\b`, 'i'));
		expectItsVerbs(operation, said.all);
		expect(bodies(operation)).toEqual([]);
	});

	it.each(refusedForModels)('$title, in words for a model', async ({ operation, ...each }) => {
		await operation.prepare?.(service);
		const { items } = await runNode({
			node: operation.node(),
			credential: service.credential(),
			items: operation.usualItems.slice(0, 1),
			parameters: withValue(each, operation),
			settings: { type: 'underTestTool', onError: 'continueRegularOutput' },
		});
		const said = items.map((item) => failureOf(item) ?? '').join('\n');
		expect(said).toMatch(RULE_AND_FIX);
		expect(said).not.toMatch(OF_EDITOR);
	});
});

/** Fields of which each operation needs one; the expression of the first fails. */
const needed = ['phoneNumbers', 'phone', 'taskId', 'subAdminCode', 'automationId', 'template'];
const failing = ({ parameters }: Operation): INodeParameters[] =>
	needed
		.filter((name) => name in parameters)
		.slice(0, 1)
		.map((name) => ({ ...parameters, [name]: "={{ $('No such node').first() }}" }));

it.each(everyOperation)('$name speaks of what it does, whatever fails', async (operation) => {
	await operation.prepare?.(service);
	const credential = service.credential();
	const unreachable = { ...credential, baseUrl: 'http://127.0.0.1:9' };
	const faults = [
		{ parameters: operation.parameters, credential: unreachable },
		...failing(operation).map((parameters) => ({ parameters, credential })),
	];
	for (const onError of [undefined, 'continueRegularOutput'] as const) {
		for (const fault of faults) {
			const { items, error } = await runNode({
				...{ node: operation.node(), items: operation.usualItems, settings: { onError } },
				...fault,
			});
			const said = [error && sentencesOf(error).all, ...items.map(failureOf)].join('\n');
			expect(said.length).toBeGreaterThan(20);
			expectItsVerbs(operation, said);
		}
	}
});

describe('results', () => {
	const otp = operationNamed('ExtApi OTP: Code: Send');
	const verify = operationNamed('ExtApi OTP: Code: Verify');
	const get = operationNamed('ExtApi Chat: Template: Get');
	const number = twoItems[0].phone as string;

	it('verifies the code that was sent', async () => {
		await run(otp);
		const [{ code }] = service.control.codes(number);
		const { items } = await run(verify, { code });
		expect(items[0].json).toEqual({
			...{ outcome: 'accepted', result: 'CODE_VALID', valid: true, phone: number },
		});
	});

	it('says when the quota is used up, as data', async () => {
		await run(otp, {}, [twoItems[0], twoItems[0]]);
		expect((await run(otp)).items[0].json).toEqual({
			outcome: 'refused',
			channel: null,
			result: 'MAX_SENT',
			phone: number,
		});
	});

	it('finds no template by its code that has another category', async () => {
		const filters = { category: 'MARKETING' };
		const { error } = await run(get, { template: template('2007'), filters });
		expect(error?.message).toMatch(/^The service refused the request: "no template matches/);
	});

	it('fetches the template listing once for many items', async () => {
		const items = Array.from({ length: 20 }, (_, index) => ({
			phone: `05700022${index + 10}`,
			code: index % 2 ? 2001 : 2004,
		}));
		const send = operationNamed('ExtApi Chat: Message: Send Template');
		const { error } = await run(
			send,
			{ template: template('={{ $json.code }}'), parameters: form({}) },
			items,
		);
		expect(error).toBeUndefined();
		expect(bodies(send)).toHaveLength(20);
		expect(
			service.control.requests().filter(({ endpoint }) => endpoint === 'waTemplates'),
		).toHaveLength(1);
	});
});

// If this fails, a choice made by an expression sends something else than the same choice typed.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { everyOperation, operationNamed, type Operation } from '../operations';
import { choicesOf, madeByExpression } from '../operations/choices';
import type { SentCase } from '../operations/row';
import { runNode, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * A choice that an expression makes is the choice a person makes: the same requests, the same output.
 *
 * Where it is an expression n8n shows the fields of all choices, and asks for the required ones.
 */
const service = serviceForTests({ campaignStepMs: 60_000, withoutZero: 'abroad' });

async function run(
	operation: Operation,
	{ items }: Partial<SentCase>,
	parameters: INodeParameters,
) {
	service.control.reset();
	await operation.prepare?.(service);
	const result = await runNode({
		node: operation.node(),
		credential: service.credential('demo-token-full'),
		parameters,
		items: items ?? operation.usualItems.slice(0, 1),
	});
	const said = {
		error: sentencesOf(result.error).all.trim(),
		bodies: service.bodies(),
		output: result.items.map(({ json }) => json),
	};
	// The link of an answer is another each time.
	return JSON.parse(JSON.stringify(said).replace(/\?k=[\w-]+&signature=\w+/g, '')) as typeof said;
}

/** Runs an operation of the row's parameters and others, which may be none that its panel shows. */
const runOf = async (name: string, parameters: object, items?: IDataObject[]) => {
	const operation = operationNamed(`ExtApi ${name}`);
	return await run(operation, { items }, { ...operation.parameters, ...parameters });
};
const SMS = 'SMS: Message: Send';

/** What a person added to the options is meant whatever an expression chooses; n8n takes it away from a person's choice. */
const HAS_OPTIONS_OF_OTHERS = 'every SMS option, none of other channels';

const cases = everyOperation.flatMap((operation) =>
	operation.sends
		.filter(({ refusedByService }) => refusedByService === undefined)
		.filter(({ name }) => name !== HAS_OPTIONS_OF_OTHERS)
		.flatMap((sent) => {
			const parameters: INodeParameters = { ...operation.parameters, ...sent.parameters };
			return choicesOf(operation.node(), parameters).map((choice) => ({
				title: `${operation.name}: ${sent.name}: ${choice.displayName}`,
				...{ operation, sent, parameters, choice },
			}));
		}),
);

describe.each(['something', 'nothing'] as const)(
	'with %s in the fields of other choices',
	(others) => {
		it.each(cases)('$title', async ({ operation, sent, parameters, choice }) => {
			const chosen = await run(operation, sent, parameters);
			const byExpression = madeByExpression(operation.node(), parameters, [choice], others);
			expect(await run(operation, sent, byExpression)).toEqual(chosen);
		});
	},
);

it.each([
	['SMS: Message: Send', 'Send To', 'sendTo', { phoneNumbers: '0570002233', listCodes: '1' }],
	['Chat: Message: Send Template Campaign', 'Parameters From', 'parametersFrom', {}],
	['SMS: Message: Send and Wait for Response', 'Response Type', 'responseType', {}],
	['Voice: Message: Send Campaign', 'Content', 'content', { fileUrl: 'x', serviceCode: '1' }],
])(
	'ExtApi %s refuses a choice it does not offer, before anything leaves: %s',
	async (name, label, field, more) => {
		for (const value of ["={{ ' numbers ' }}", "={{ 'fax' }}", '={{ $json.nothing }}']) {
			const { error, bodies } = await runOf(name, { ...more, [field]: value });
			const empty = value.includes('nothing') ? 'is empty or missing|' : '';
			expect(error).toMatch(new RegExp(`${label} (?:${empty}must be one of)`));
			expect(bodies).toEqual([]);
		}
	},
);

/** An operation and a choice of it, which several ways to fill it in may have. */
const choiceOf = ({ title, choice }: (typeof cases)[number]) =>
	[...title.split(': ', 3), choice.name].join();

/** A choice as a workflow made elsewhere may hold it: n8n then hides every field that depends on it. */
it.each(
	[...new Map([...cases].reverse().map((each) => [choiceOf(each), each])).values()]
		.reverse()
		.flatMap((each) => ['in capitals', 'with a space'].map((how) => ({ ...each, how }))),
)('$title: is refused $how', async ({ operation, sent, parameters, choice, how }) => {
	const value = String(parameters[choice.name] ?? choice.default);
	const misspelled = how === 'in capitals' ? value.toUpperCase() : ` ${value}`;
	const dependsOn = operation
		.node()
		.description.properties.some(({ displayOptions }) => displayOptions?.show?.[choice.name]);
	if (!dependsOn || misspelled === value) return;
	const misspelledToo = { ...parameters, [choice.name]: misspelled };
	const { error, bodies } = await run(operation, sent, misspelledToo);
	expect(error).toMatch(new RegExp(`${choice.displayName} must be one of`));
	expect(bodies).toEqual([]);
});

it('decides for each item', async () => {
	const items = [
		{ to: 'numbers', phone: '0570002233', list: '' },
		{ to: 'lists', phone: '', list: '1001' },
	];
	const parameters = {
		...{ sendTo: '={{ $json.to }}', message: 'Hello', messagesByNumber: '={{ {} }}' },
		...{ phoneNumbers: '={{ $json.phone }}', listCodes: '={{ $json.list || "1002" }}' },
	};
	const { error, bodies } = await runOf(SMS, parameters, items);
	expect(error).toBe('');
	expect(bodies).toEqual([
		expect.objectContaining({ list: '0570002233', msg: 'Hello' }),
		expect.objectContaining({ pid: '1001', msg: 'Hello' }),
	]);
});

describe('a list that an expression chooses', () => {
	const sendTexts = async (...texts: string[]) => {
		const items = texts.map((text) => ({ text }));
		const toList = { sendTo: "={{ 'lists' }}", listCodes: '1001', phoneNumbers: '={{ $json.no }}' };
		const message = { message: '={{ $json.text }}', messagesByNumber: '={{ {} }}' };
		return await runOf(SMS, { ...message, ...toList }, items);
	};

	it('gets the same message of several items once', async () => {
		const { bodies, output } = await sendTexts('Hello', 'Hello');
		expect(bodies).toHaveLength(1);
		expect(output.map(({ taskId }) => taskId)).toEqual([output[0].taskId, output[0].taskId]);
	});

	it('gets no several messages', async () => {
		const { bodies, error } = await sendTexts('Hello', 'Bye');
		expect(error).toContain('Every member of distribution list 1001 would receive 2 messages');
		expect(bodies).toEqual([]);
	});
});

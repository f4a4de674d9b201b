// If this fails, phones and texts of people are in n8n's log.
import 'reflect-metadata';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { LoggerProxy, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { everyOperation, type Operation } from '../operations';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * n8n logs the message of an error of a node: it may quote what is typed in the node, such as the name of a column, but no
 * phone, and nothing of the items. Below its usual level n8n logs whole errors with the node's parameters, which a node
 * cannot prevent.
 */
const service = serviceForTests({ campaignStepMs: 60_000 });

const TEXT = 'SecretText';
const DIGITS = '9988776';
const refused: Record<string, string> = {
	text: `${TEXT} ${TEXT}`,
	'a phone too long': `05${DIGITS}5544332211`,
	'a phone too short': `05${DIGITS.slice(0, 5)}`,
	'a phone with a quote': `"05${DIGITS}"${TEXT}`,
	'a list of phones': `0570002233,05${DIGITS}5544332211,${TEXT}`,
	'a merge field': `{${TEXT} {0509988776}`,
	'a text for each phone': `{"05${DIGITS}5544332211": "${TEXT}", "0570002233": ""}`,
};

let logged: string[];
const log = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
const quiet = () => {};
const logger = {
	error: log,
	warn: log,
	info: log,
	debug: quiet,
	verbose: quiet,
	scoped: () => logger,
};

beforeAll(() => {
	Container.set(Logger, logger as never);
	LoggerProxy.init(logger as never);
});
beforeEach(() => (logged = []));

/** A table of the parameters of an operation, each in turn with every refused value. */
const cases = everyOperation.flatMap(({ name, parameters, ...operation }) =>
	Object.keys(parameters)
		.filter((parameter) => typeof parameters[parameter] === 'string')
		.filter((parameter) => !['resource', 'operation', 'channel', 'content'].includes(parameter))
		.map((parameter) => ({ ...operation, name: `${name}, ${parameter}`, parameters, parameter })),
);

/** Everything a person reads of an error. */
const readOf = (error?: { message: string; description?: string | null }) =>
	`${error?.message} ${error?.description}`;

type Ran = Pick<Operation, 'node' | 'parameters' | 'prepare'> & Partial<Operation>;

async function run(
	{ node, parameters, prepare, usualItems }: Ran,
	items: IDataObject[] = usualItems ?? [],
) {
	await prepare?.(service);
	return await runNode({ node: node(), credential: service.credential(), items, parameters });
}

const numbersIn = (lines: string[]) => lines.filter((line) => line.includes(DIGITS.slice(0, 5)));
const secretsIn = (lines: string[]) => [
	...numbersIn(lines),
	...lines.filter((line) => line.includes(TEXT)),
];

describe("n8n's log", () => {
	it('holds no number that the service repeats', async () => {
		const description = `list not found for 05${DIGITS}`;
		service.control.addFaults([{ kind: 'plainError', description }]);
		const { error } = await run(everyOperation[0]);
		expect(secretsIn(logged)).toEqual([]);
		expect(readOf(error)).toContain(description);
	});

	it.each(cases.map((each) => [each.name, each] as const))(
		'holds no number that was typed: %s',
		async (_name, { parameter, ...operation }) => {
			for (const value of Object.values(refused)) {
				const parameters = { ...operation.parameters, [parameter]: value };
				await run({ ...operation, parameters });
				expect(numbersIn(logged)).toEqual([]);
			}
		},
	);

	it.each(everyOperation.map((operation) => [operation.name, operation] as const))(
		'holds nothing of the items: %s',
		async (_name, operation) => {
			for (const value of Object.values(refused)) {
				await run(operation, [{ phone: value, text: value, amount: value as never, code: value }]);
				expect(secretsIn(logged)).toEqual([]);
			}
		},
	);

	it.each<[string, INodeParameters]>([
		['SMS: Send', { operation: 'send', phoneNumbers: '={{ $json.phone }}' }],
		['SMS: Send Campaign', { operation: 'sendCampaign', mode: 'send', recipient: 'phone' }],
	])('leaves the phone to the person who reads the error: %s', async (_name, own) => {
		const [{ node }] = everyOperation;
		const parameters = { resource: 'message', sender: 'MyShop', message: 'Hi', ...own };
		const { error } = await run({ node, parameters }, [{ phone: '05998877' }]);
		expect(readOf(error)).toContain('05998877');
		expect(secretsIn(logged)).toEqual([]);
		expect(logged.join()).not.toContain('05998877');
		expect(logged.join()).toMatch(/Phone [Nn]umber/);
	});
});

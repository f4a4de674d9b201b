// If this fails, errors speak of messages where nothing was to be sent.
import type { INode } from 'n8n-workflow';

import type { FaultKind } from '../../emulator';
import { verbsOf } from '../../nodes/shared/service/nodeErrors';
import { everyOperation, type Operation } from '../operations';
import { failureOf, runNode, sentencesOf, type NodeRunResult } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Errors say what the operation does: contacts are added, balances changed, and only messages sent. */
const service = serviceForTests({ campaignStepMs: 60_000 });
const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };

const others = everyOperation.filter(({ parameters }) => verbsOf({ parameters }).done !== 'sent');
/** Required fields; the first of them that an operation has is made wrong. */
const required = ['phoneNumbers', 'phone', 'taskId', 'subAdminCode', 'automationId', 'template'];
const fieldOf = ({ parameters }: Operation) => required.find((name) => name in parameters);

async function run(
	{ node, usualItems: items, parameters }: Operation,
	settings: Partial<INode>,
	credential = service.credential(),
) {
	return await runNode({ node: node(), credential, items, parameters, settings });
}

/** All that a person reads of a run that failed. */
function textOf({ error, items }: NodeRunResult): string {
	const told = items.map(failureOf).filter((text) => text !== undefined);
	return [error === undefined ? '' : sentencesOf(error).all, ...told].join('\n');
}

function expectItsWords(operation: Operation, text: string) {
	expect(text.length).toBeGreaterThan(20);
	expect(text).not.toMatch(/\b(?:send|sent)\b/i);
	const words = verbsOf({ parameters: operation.parameters });
	const isSaid = /\bnothing was (\w+)/i.exec(text)?.[1] ?? words.done;
	expect([words.done, 'changed']).toContain(isSaid);
}

describe.each(others.map((operation) => [operation.name, operation] as const))(
	'%s never speaks of sending',
	(_name, operation) => {
		const faults: FaultKind[] = ['http500', 'http429', 'resetAfter', 'undocumented', 'plainError'];

		beforeEach(async () => {
			service.control.reset();
			await operation.prepare?.(service);
		});

		it.each(faults)('when a request fails: %s', async (kind) => {
			for (const settings of [{}, CONTINUE]) {
				const { endpoint } = operation;
				service.control.addFaults([
					{ kind, endpoint, ...(kind === 'http429' ? { retryAfter: 0 } : {}) },
				]);
				expectItsWords(operation, textOf(await run(operation, settings)));
			}
		});

		it('when the service cannot be reached', async () => {
			const credential = { ...service.credential(), baseUrl: 'http://127.0.0.1:9' };
			for (const settings of [{}, CONTINUE]) {
				expectItsWords(operation, textOf(await run(operation, settings, credential)));
			}
		});
	},
);

const withFields = others.filter((operation) => fieldOf(operation) !== undefined);

describe.each(withFields.map((operation) => [operation.name, operation] as const))(
	'%s does not either',
	(_name, operation) => {
		it.each([
			['are wrong', "={{ $itemIndex === 0 ? '' : '!' }}"],
			['have an expression that fails', "={{ $('No such node').first() }}"],
		])('when items %s', async (_what, value) => {
			const parameters = { ...operation.parameters, [fieldOf(operation)!]: value };
			for (const settings of [{}, CONTINUE]) {
				expectItsWords(operation, textOf(await run({ ...operation, parameters }, settings)));
			}
		});
	},
);

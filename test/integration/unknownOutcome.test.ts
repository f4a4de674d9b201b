// If this fails, a person cannot have a request repeated after looking it up, or it repeats by itself.
import type { IDataObject } from 'n8n-workflow';

import { everyOperation, type Operation } from '../operations';
import { retryExecution, runBranches } from './harness/runBranches';
import { serviceForTests } from './harness/serviceForTests';
import { grouped } from '../operations/grouped';

/**
 * A person who has checked with the service what became of a request can have it sent again from the
 * list of executions: "Retry with currently saved workflow", with the option "On Unknown Outcome" set to "Send Again".
 */
const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });

const sending = everyOperation.filter(
	({ takesAnything }) => takesAnything['advanced.unknownOutcome'] !== undefined,
);

const workflow = ({ node, parameters, usualItems }: Operation, options: IDataObject = {}) => ({
	node: node(),
	parameters: grouped({
		...parameters,
		options: { ...(parameters.options as IDataObject), requestsAtOnce: 1, ...options },
	}),
	items: usualItems.map((json) => ({ json })),
	credential: service.credential(),
});

it('is an option of everything that sends', () => {
	expect(sending.map(({ name }) => name)).toEqual([
		'ExtApi SMS: Message: Send',
		'ExtApi SMS: Message: Send Campaign',
		'ExtApi Voice: Message: Send',
		'ExtApi Voice: Message: Send Campaign',
		'ExtApi Chat: Message: Send Template',
		'ExtApi Chat: Message: Send Template Campaign',
		'ExtApi Chat: Message: Send Reply',
		'ExtApi OTP: Code: Send',
		'ExtApi Automation: Automation: Run',
	]);
});

/** What asks a person has no such option, since its link may be in someone's hand: sendAndWait.test.ts. */
it.each(sending)('$name: a retry repeats it only when it is asked to', async (operation) => {
	await operation.prepare?.(service);
	const requests = () =>
		service.control.requests().filter(({ endpoint }) => endpoint === operation.endpoint).length;
	const nth = operation.overAllItems ? 1 : 2;
	service.control.addFaults([{ kind: 'resetAfter', endpoint: operation.endpoint, nth }]);

	const first = await runBranches(workflow(operation));
	expect(first.error?.message).toMatch(/outcome is unknown/i);
	const sent = requests();

	const second = await retryExecution(workflow(operation), first.run);
	expect(second.error?.message).toBe(first.error?.message);
	expect(requests()).toBe(sent);

	const third = await retryExecution(
		workflow(operation, { unknownOutcome: 'sendAgain' }),
		second.run,
		true,
	);
	expect(third.error).toBeUndefined();
	expect(requests()).toBe(sent + 1);
	expect(third.main.length).toBeGreaterThan(0);
});

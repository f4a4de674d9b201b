import type { IDataObject, INode } from 'n8n-workflow';

import { operationNamed } from '../operations';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** A node as the tool of an agent: n8n gives it a type of its own. */
const service = serviceForTests({ duplicates: 'keep' });

async function call(items: IDataObject[], settings: Partial<INode> = {}) {
	const operation = operationNamed('ExtApi SMS: Message: Send');
	const { items: output, error } = await runNode({
		...{ node: operation.node(), credential: service.credential(), items },
		parameters: {
			...operation.parameters,
			...{ sendTo: 'numbers', phoneNumbers: '={{ $json.phone }}', message: 'Hello' },
		},
		settings: { type: 'underTestTool', ...settings },
	});
	return { outputs: output.map(({ json }) => json), error };
}
const sent = () => service.control.ledger().entries.map(({ phone, count }) => [phone, count]);

describe('calls of a model', () => {
	it('send once when it makes the same call again, and tell it so', async () => {
		const { outputs } = await call([{ phone: '0501112233' }, { phone: '0501112233' }]);
		expect(sent()).toEqual([['0501112233', 1]]);
		expect(outputs).toHaveLength(2);
		expect(outputs[1].taskId).toBe(outputs[0].taskId);
		expect(outputs.map(({ note }) => note)).toEqual([
			undefined,
			expect.stringContaining('not made a second time'),
		]);
	});

	it('each send what they ask for', async () => {
		const { outputs } = await call([{ phone: '0501112233' }, { phone: '0501112234' }]);
		expect(sent()).toHaveLength(2);
		expect(outputs.every(({ note }) => note === undefined)).toBe(true);
	});

	it('are answered in words, with the fix, when nothing could be sent', async () => {
		const { outputs, error } = await call([{ phone: 'nobody' }]);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([{ error: expect.stringMatching(/no digits[^]*\./) }]);
		expect(sent()).toEqual([]);
	});
});

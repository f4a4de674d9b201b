// If this fails, a model sends a message twice, or is told that one was sent that was not.
import type { IDataObject, INode, NodeApiError } from 'n8n-workflow';

import { doneOnce, type ModelCall } from '../../../nodes/shared/ledger/modelCalls';
import type { RunState } from '../../../nodes/shared/ledger/runState';
import { operationError, requestError } from '../../../nodes/shared/service/nodeErrors';
import { playTables } from '../playTables';
import tables from './modelCalls.json';

const node = {
	...{ name: 'Send', type: 'extApiSmsTool', parameters: { operation: 'send' } },
} as unknown as INode;

/** A call of a model to recipients, and what comes of its request. */
interface Call extends Partial<ModelCall> {
	to: string[];
	mayRepeat?: boolean;
	comes?: keyof typeof results;
}

const lost = (message: string) => {
	throw requestError(node, { message, description: 'Look.', outcome: 'unknown' });
};
const results = {
	accepted: (): IDataObject[] => [{ outcome: 'accepted' }],
	refused: (): IDataObject[] => [{ outcome: 'refused' }],
	both: (): IDataObject[] => [{ outcome: 'refused' }, { outcome: 'accepted' }],
	unknown: () => lost('The outcome is unknown: it broke'),
	'unknown, with the fix': () => lost('The outcome is unknown. Look.'),
	'not sent': () => {
		throw operationError(node, { message: 'No', description: '' });
	},
};

/** What the calls of each group, which are made at once, say and send, one group after the other. */
async function calls(...groups: Call[][]) {
	const run = { sharedMemory: {} } as RunState;
	const at = { once: 0, most: 0 };
	let sent = 0;
	const answer = async ({ to, id, comes = 'accepted', mayRepeat = false, ...call }: Call) => {
		const once = { mayBeMadeAgain: false, ...call, id, keys: to, recipients: to };
		const send = async () => {
			at.most = Math.max(at.most, ++at.once);
			await new Promise((resolve) => setImmediate(resolve));
			at.once--;
			const number = ++sent;
			return results[comes]().map(({ outcome }) => ({ outcome, number }));
		};
		return await doneOnce(run, node, once, mayRepeat, send).then(
			(said) => said.map(({ outcome, number }) => `${String(outcome)} ${String(number)}`).join(),
			({ message, description }: NodeApiError) => `${message}|${description}`,
		);
	};
	const said: string[] = [];
	for (const group of groups) said.push(...(await Promise.all(group.map(answer))));
	return { said, sent, atOnce: at.most };
}

playTables(tables, { calls });

// If this fails, a stranger reads more files than before to follow one SMS from its item to its output.
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { operationNamed } from '../operations';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';

const root = path.join(__dirname, '../..');
const service = serviceForTests();

/** Files of the product of which a function ran since the last call. */
async function filesThatRan(session: Session): Promise<string[]> {
	const { result } = await session.post('Profiler.takePreciseCoverage');
	return result
		.filter(({ functions }) => functions.some(({ ranges: [{ count }] }) => count > 0))
		.map(({ url }) => path.relative(root, url.replace('file://', '')))
		.filter((file) => file.startsWith(`nodes${path.sep}`))
		.sort();
}

/** The node, which notes what runs between the beginning and the end of its `execute`. */
function watched(node: INodeType, session: Session, ran: string[]): INodeType {
	const { execute } = node;
	node.execute = async function (this: IExecuteFunctions) {
		await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
		const output = await execute!.call(this);
		ran.push(...(await filesThatRan(session)));
		return output;
	};
	return node;
}

it('one SMS passes few files', async () => {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	const ran: string[] = [];
	const name = 'ExtApi SMS: Message: Send';
	const node = watched(operationNamed(name).node(), session, ran);
	const send = operationRuns(service, name, { message: 'Hello' }, { node });
	await send([{ phone: '0570002233' }]);
	session.disconnect();
	expect(service.control.ledger().total).toBe(1);
	expect(ran.slice(25)).toEqual([]);
});

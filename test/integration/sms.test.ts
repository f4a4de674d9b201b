import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();

describe('ExtApi SMS: send', () => {
	it('sends what the fields hold, and nothing else', async () => {
		const { items, error } = await runNode({
			node: new ExtApiSms(),
			credential: service.credential(),
			parameters: {
				resource: 'message',
				operation: 'send',
				sender: 'MyShop',
				phoneNumbers: '050-111 2233',
				message: 'Hello',
			},
		});
		expect(error).toBeUndefined();
		expect(service.bodies()).toEqual([{ from: 'MyShop', list: '0501112233', msg: 'Hello' }]);
		expect(items).toEqual([{ json: { taskId: '700000000000000001' }, pairedItem: { item: 0 } }]);
	});
});

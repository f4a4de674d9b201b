// If this fails, a message is sent and billed by someone else's account.
import { chain, itemsStep } from '../../n8n/chain';
import { itemsOf } from '../../n8n/executions';
import { sendStep } from '../steps';
import { stackForTests } from './support/stack';

/**
 * A credential whose token is an expression: all items of a run have one account, also where only one in the middle has
 * another. What n8n says of the expression differs from version to version.
 */
const [MINE, OTHER] = ['demo-token-full', 'demo-token-sms'];
const PHONES = ['0570002233', '0570002234', '0570002235'];
const stack = stackForTests();

const rows = itemsStep(`return ${JSON.stringify(PHONES)}.map((phone) => ({ json: { phone } }));`);

async function workflowBy(token: string, parameters: Record<string, unknown>) {
	const data = { baseUrl: stack.emulator.url, token };
	const credential = await stack.client.createCredential('Of each item', 'extApi', data);
	const send = sendStep({ message: 'Hello', ...parameters });
	return await stack.store(chain('Accounts', [rows, send]), credential);
}

const send = { operation: 'send', phoneNumbers: '={{ $json.phone }}' };
const campaign = { operation: 'sendCampaign', mode: 'send', recipient: 'phone' };

it.each([
	['send', send],
	['campaign', campaign],
])('a %s goes by the one account that an expression gives for all items', async (_name, of) => {
	const workflow = await workflowBy(`={{ '${MINE}' }}`, of);
	expect(itemsOf(await stack.succeed(workflow), 'Send').length).toBeGreaterThan(0);
	const tokens = stack.control
		.requests()
		.map(({ parameters }) => (parameters as { token: string }).token);
	expect(new Set(tokens)).toEqual(new Set([MINE]));
});

it('nothing goes where an expression gives an item another account', async () => {
	const workflow = await workflowBy(`={{ $itemIndex === 1 ? '${OTHER}' : '${MINE}' }}`, send);
	const { error } = await stack.run(workflow);
	expect(error?.message).toContain("The credential's values differ from item to item");
	expect(stack.control.requests()).toEqual([]);
});

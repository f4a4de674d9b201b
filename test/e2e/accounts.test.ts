// If this fails, a message is sent and billed by someone else's account.
import { chain, itemsStep } from '../../n8n/chain';
import { itemsOf } from '../../n8n/executions';
import { sendStep } from '../steps';
import { stackForTests } from './support/stack';

/**
 * A credential whose token is an expression: every item of a send goes by its own account, also where only one in the
 * middle has another. What n8n says of the expression differs from version to version.
 */
const [MINE, OTHER] = ['demo-token-full', 'demo-token-sms'];
const PHONES = ['0570002233', '0570002234', '0570002235'];
const stack = stackForTests();

const rows = itemsStep(`return ${JSON.stringify(PHONES)}.map((phone) => ({ json: { phone } }));`);

async function tokensOf(token: string, parameters: Record<string, unknown>) {
	const data = { baseUrl: stack.emulator.url, token };
	const credential = await stack.client.createCredential('Of each item', 'extApi', data);
	const send = sendStep({ message: 'Hello', ...parameters });
	const workflow = await stack.store(chain('Accounts', [rows, send]), credential);
	expect(itemsOf(await stack.succeed(workflow), 'Send').length).toBeGreaterThan(0);
	const tokens = new Map(
		stack.control.requests().flatMap(({ parameters: sent }) => {
			const { list, token: own } = sent as { list?: string; token: string };
			return (list ?? '').split(',').map((phone) => [phone, own] as const);
		}),
	);
	return PHONES.map((phone) => tokens.get(phone));
}

it('a send goes by the account of each item', async () => {
	const middle = `={{ $itemIndex === 1 ? '${OTHER}' : '${MINE}' }}`;
	const send = { operation: 'send', phoneNumbers: '={{ $json.phone }}' };
	expect(await tokensOf(middle, send)).toEqual([MINE, OTHER, MINE]);
});

it('a campaign goes by the one account that an expression gives for all items', async () => {
	const campaign = { operation: 'sendCampaign', mode: 'send', recipient: 'phone' };
	expect(await tokensOf(`={{ '${MINE}' }}`, campaign)).toEqual([MINE, MINE, MINE]);
});

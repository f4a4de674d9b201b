// If this fails, a restart of n8n loses an answer or a link.
import axios from 'axios';

import { nodeNames, nodeOf, readExample } from '../../demo/exampleWorkflows';
import { chain } from '../../n8n/chain';
import { itemsOf } from '../../n8n/executions';
import { TRIGGER_PATH } from '../../nodes/shared/rules/addresses';
import { sendStep } from '../steps';
import { linkTo, takePicture } from './support/phone';
import { stackForTests } from './support/stack';
import { importWithTable } from './support/tables';
import { until } from './support/until';

/** What people tap after n8n was ended and started again. */

const stack = stackForTests({ own: true, emulator: { campaignStepMs: 60_000 } });

it('a question that waits is answered', async () => {
	const question = { phoneNumbers: '0570002233', message: 'Refund 120 to Dana Levi?' };
	const ask = sendStep({ operation: 'sendAndWait', ...question });
	const id = await stack.ask(chain('Asking', [ask]));
	const page = await (await stack.phone()).open(linkTo(stack, question.phoneNumbers));
	await stack.restart();
	expect(await stack.statusOf(id)).toBe('waiting');
	await page.getByRole('button', { name: 'Approve' }).tap();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
	expect(itemsOf(await stack.success(id), 'Send')).toMatchObject([{ json: { approved: true } }]);
});

it('the example of opt-outs leaves out who tapped the link, until they take it back', async () => {
	const file = 'opt-outs-stay-out.json';
	const { webhookId } = nodeOf(readExample(file), 'Opted out or in');
	const optOutUrl = `${stack.n8n.url}/webhook/${webhookId}/${TRIGGER_PATH}`;
	const { workflow, insert, rows } = await importWithTable(
		stack,
		file,
		['Note it', 'Opted out'],
		(example) => {
			const { options } = nodeOf(example, 'Send SMS campaign').parameters;
			(options as { optOutUrl: string }).optOutUrl = optOutUrl;
		},
	);
	const listens = async () =>
		await stack.client.waitForWebhook(`${webhookId}/${TRIGGER_PATH}`, 'GET');
	await stack.client.activate(workflow);
	await listens();
	await insert([{ phone: '0570034444', event: 'OPTED_OUT' }]);
	const reached = async () => {
		stack.control.reset();
		await stack.succeed(workflow, nodeNames.start);
		return stack.control.ledger().entries.map(({ phone }) => phone);
	};
	const before = await reached();
	expect(before).toContain('0570001001');
	expect(before).not.toContain('0570034444');

	const link = linkTo(stack, '0570001001');
	expect(link.slice(optOutUrl.length)).toHaveLength(24);
	// Previews open links, too.
	expect((await axios.get(link)).status).toBe(200);
	const phone = await stack.phone();
	const page = await phone.open(link);
	await page.getByText('MyShop').waitFor();
	await takePicture(page, 'opt-out');
	await stack.restart();
	await listens();
	await page.getByRole('button', { name: 'Stop messages' }).click();
	await page.getByText('Messages stopped').waitFor();
	const noted = async (event: string) =>
		await until(async () => {
			const found = (await rows()) as Array<Record<string, unknown>>;
			return found.find((row) => row.phone === '0570001001' && row.event === event);
		});
	expect(await noted('OPTED_OUT')).toBeDefined();
	expect(await reached()).toEqual(before.filter((to) => to !== '0570001001'));

	await page.getByRole('button', { name: 'Get messages again' }).click();
	await page.getByText('Messages will come again').waitFor();
	await noted('OPTED_IN');
	expect(await reached()).toEqual(before);
	expect(await rows()).toHaveLength(2);
	// A link that is opened anew, as years later, asks again.
	expect((await axios.get<string>(link)).data).toContain('Stop messages');
	await phone.close();
});

// If this fails, a workflow that a model builds from a sentence does something else.
import axios from 'axios';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { demoToken } from '../../demo/startStack';
import { itemsOf } from '../../n8n/executions';
import type { WorkflowJson } from '../../n8n/types';
import { linkTo } from './support/phone';
import { stackForTests } from './support/stack';

/**
 * What people ask a model for, in their words, with the workflow that is right for it. Each is imported and run,
 * and what it did is what the service holds.
 */

/** For each task of `tasks.md` the workflow that is right for it. */
const right = path.join(__dirname, 'sentences');
/** A folder with the answers of a model in their place, see `tools/modelView.ts`. */
const answers = process.env.SENTENCES ?? right;

const stack = stackForTests();

const fileOf = (name: string, folder: string) =>
	readFileSync(path.join(folder, `${name}.json`), 'utf8');

/** The workflow of a sentence; addresses of n8n in it become those of the n8n that runs. */
const workflowOf = (name: string) =>
	JSON.parse(
		fileOf(name, answers).replaceAll('http://localhost:5678', stack.n8n.url),
	) as WorkflowJson;

/** The words of a person, which are the name of the workflow. */
const sentenceOf = (name: string) => (JSON.parse(fileOf(name, right)) as WorkflowJson).name;

async function play(name: string) {
	const workflow = await stack.store(workflowOf(name));
	return await stack.succeed(workflow, workflow.nodes[0].name);
}

/** Publishes the workflow of a sentence whose triggers are addresses, and gives what posts to them. */
async function published(name: string) {
	const { nodes } = workflowOf(name);
	const paths = nodes.flatMap(({ parameters: { path: address } }) => address ?? []);
	await stack.publish(workflowOf(name), paths as string[]);
	return async (address: string, body: object) =>
		(await axios.post<Record<string, unknown>>(`${stack.n8n.url}/webhook/${address}`, body)).data;
}

/** Every message the service took, as channel, phone and text. */
const ledger = () =>
	stack.control
		.ledger()
		.entries.flatMap(({ channel, phone, text, count }) =>
			Array<string>(count).fill(`${channel} ${phone} ${text.split('\n')[0]}`),
		)
		.sort();

async function scheduled(inHours: number): Promise<string> {
	const at = new Date(Date.now() + inHours * 3_600_000);
	const [dy, dm, dd] = at.toISOString().slice(0, 10).split('-');
	const { data } = await axios.post<{ data: { taskId: string } }>(
		`${stack.emulator.url}/extApi/scheduleSms.php`,
		{
			...{ token: demoToken, from: 'MyShop', msg: 'Hello', list: '0570001001,0570001002' },
			...(inHours === 0 ? {} : { dy, dm, dd, dh: '12', di: '00' }),
		},
	);
	return data.data.taskId;
}

const statusOf = (taskId: string) => {
	const campaign = stack.control.campaigns().find(({ tid }) => tid === taskId);
	return campaign === undefined || campaign.deleted ? 'deleted' : campaign.status;
};

/** What the service holds once the workflow of each sentence has run. */
const sentences: Record<string, () => Promise<void>> = {
	async approval() {
		const workflow = workflowOf('approval');
		const id = await stack.ask(workflow, workflow.nodes[0].name);
		expect(ledger()).toEqual(['sms 0570004567 Please approve the sale.']);
		const link = linkTo(stack, '0570004567');
		const { data: page } = await axios.get<string>(link);
		expect(page).toContain('Hello Yossi, the sale begins today.');
		const form = new FormData();
		form.append('decision', 'approve');
		await axios.post(link, form);
		await stack.success(id);
		expect(ledger()).toEqual([
			'sms 0570001001 Hello Dana, the sale begins today.',
			'sms 0570001002 Hello Yossi, the sale begins today.',
			'sms 0570004567 Please approve the sale.',
		]);
	},

	async birthday() {
		await play('birthday');
		expect(ledger()).toEqual([
			'sms 0570001001 Happy birthday, Dana!',
			'sms 0570001003 Happy birthday, dear customer!',
		]);
	},

	async fallback() {
		await play('fallback');
		expect(ledger()).toEqual([
			'chat 0570001001 Hello Dana, your coupon is SPRING10.',
			'chat 0570001002 Hello Yossi, your coupon is SPRING10.',
			'sms 0570021003 Your coupon is SPRING10.',
		]);
	},

	async delete() {
		const post = await published('delete');
		const { campaignStepMs } = stack.control.settings();
		stack.control.changeSettings({ campaignStepMs: 60_000 });
		const later = await scheduled(48);
		const now = await scheduled(0);
		stack.control.setCampaign(now, 'running');
		expect([statusOf(later), statusOf(now)]).toEqual(['pending', 'running']);
		expect(await post('sentences/delete', { taskId: later })).toEqual({
			answer: 'The campaign was deleted',
		});
		expect(await post('sentences/delete', { taskId: now })).toEqual({
			answer: expect.stringMatching(/^The campaign is running: /) as string,
		});
		expect([statusOf(later), statusOf(now)]).toEqual(['deleted', 'running']);
		stack.control.changeSettings({ campaignStepMs });
	},

	async calls() {
		await play('calls');
		expect(ledger()).toEqual([
			'voice 0570001001 tts:Hello Dana, your appointment is on Sunday.',
			'voice 0570001002 tts:Hello Yossi, your appointment is on Monday.',
		]);
	},

	async 'list-later'() {
		const [{ json }] = itemsOf(await play('list-later'), 'Schedule campaign');
		const [campaign, ...others] = stack.control.campaigns();
		expect(others).toEqual([]);
		expect(campaign).toMatchObject({ tid: json.taskId, status: 'pending' });
		expect(json.scheduledFor).toMatch(/^2035-01-05T/);
		expect(campaign.startsAt).toBe(Date.parse(String(json.scheduledFor)));
	},
};

it('has a test for each sentence', () => {
	const tasks = readdirSync(right).filter((file) => file.endsWith('.json'));
	expect(
		Object.keys(sentences)
			.map((name) => `${name}.json`)
			.sort(),
	).toEqual(tasks.sort());
});

it.each(Object.entries(sentences).map(([name, plays]) => [sentenceOf(name), plays] as const))(
	'%s',
	async (_sentence, plays) => await plays(),
);

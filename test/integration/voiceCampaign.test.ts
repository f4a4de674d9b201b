// If this fails, people are called with somebody else's text, or twice.
import type { INode } from 'n8n-workflow';

import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();

describe('ExtApi Voice: sendCampaign', () => {
	const parameters = {
		resource: 'message',
		operation: 'sendCampaign',
		recipient: 'phone',
		caller: '0771234567',
		description: 'Reminder',
		content: 'text',
		text: 'Hello',
	};
	const run = async (
		more: object = {},
		items = [
			{ phone: '0570002233', text: 'a' },
			{ phone: '0570002234', text: 'b' },
		],
		settings: Partial<INode> = {},
	) =>
		await runNode({
			node: new ExtApiVoice(),
			credential: service.credential(),
			items,
			parameters: { ...parameters, ...more },
			settings,
		});

	it('calls everybody with one request', async () => {
		const { items, error } = await run({ options: { language: 'en' }, timing: { retries: 2 } });
		expect(error).toBeUndefined();
		expect(service.bodies()).toEqual([
			{
				from: '0771234567',
				desc: 'Reminder',
				tts: 'Hello',
				retry: 2,
				lang: 'en',
				list: '0570002233,0570002234',
			},
		]);
		expect(items[0].json).toMatchObject({
			taskId: expect.any(String),
			recipientCount: 2,
			items: 2,
		});
	});

	it('makes a request for each text', async () => {
		await run({ text: '={{ $json.text }}' });
		expect(service.bodies().map(({ tts, list }) => [tts, list])).toEqual([
			['a', '0570002233'],
			['b', '0570002234'],
		]);
	});

	it('says after a retry what the try before it sent', async () => {
		service.control.addFaults([
			{ endpoint: 'scheduleVms', kind: 'plainError', description: 'temporary', nth: 2 },
		]);
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const { items, error } = await run({ text: '={{ $json.text }}' }, undefined, settings);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toMatchObject([{ text: 'a' }, { text: 'b' }]);
	});

	it('fills text and description with fallbacks for who has no value', async () => {
		await run({ text: 'Hello {name|you}', description: 'For {name|everybody}' }, [
			{ phone: '0570002233', text: '', name: 'Dana' } as { phone: string; text: string },
			{ phone: '0570002234', text: '' },
		]);
		expect(service.bodies().map(({ tts, desc }) => [tts, desc])).toEqual([
			['Hello Dana', 'For Dana'],
			['Hello you', 'For everybody'],
		]);
	});

	it('refuses items whose values break a rule', async () => {
		const { error } = await run({ description: 'x' });
		expect(error?.message).toMatch(
			/^2 items cannot be sent, so nothing was sent. Description must have/,
		);
		expect(error?.description).toMatch(/^All 2 items: Write a longer text/);
		expect(service.bodies()).toEqual([]);
	});
});

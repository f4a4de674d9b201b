// If this fails, a campaign leaves in another way than a person approved: from someone else, later, or with other options.
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { sealedPlan } from '../../nodes/shared/campaign/approvedPlan';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { sendTemplateCampaign as chatCampaign } from '../../nodes/ExtApiChat/operations/sendTemplateCampaign.operation';
import { sendCampaign as smsCampaign } from '../../nodes/ExtApiSms/operations/sendCampaign.operation';
import { sendCampaign as voiceCampaign } from '../../nodes/ExtApiVoice/operations/sendCampaign.operation';
import { wireFields, type Field } from '../../nodes/shared/fields/field';
import { processedItemsForTests } from './harness/processedItems';
import { retryExecution, runBranches } from './harness/runBranches';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
processedItemsForTests();

const rows: IDataObject[] = [
	{ phone: '0570002233', name: 'Dana' },
	{ phone: '0570002234', name: 'Yossi' },
];

interface Campaign {
	node: () => INodeType;
	fields: Field[];
	usual: INodeParameters;
}

const picked = (value: string) => ({ __rl: true, mode: 'list', value });
const image = (name: string) => `https://example.com/${name}.jpg`;
const optOutUrl = (id: string) => `http://127.0.0.1:1/webhook/${id}/campaign-event`;
const filled = (button: string) =>
	`{"body":{"1":"{name}","2":"X"},"header":{"1":"A"},"button":{"0":"${button}"}}`;

const campaigns = {
	sms: {
		node: () => new ExtApiSms(),
		fields: smsCampaign.fields,
		usual: {
			...{
				operation: 'sendCampaign',
				mode: 'send',
				sender: 'MyShop',
				message: 'Hi {name}, it’s us {optOut}',
			},
			options: { optOutUrl: optOutUrl('my-id') },
		},
	},
	voice: {
		node: () => new ExtApiVoice(),
		fields: voiceCampaign.fields,
		usual: {
			...{ operation: 'sendCampaign', mode: 'send', caller: '0771234567', content: 'text' },
			...{ text: 'Hi', description: 'Spring' },
		},
	},
	chat: {
		node: () => new ExtApiChat(),
		fields: chatCampaign.fields,
		usual: {
			...{ operation: 'sendTemplateCampaign', mode: 'send', template: picked('2003') },
			...{ parametersFrom: 'json', parametersJson: filled('A') },
		},
	},
} satisfies Record<string, Campaign>;
type Channel = keyof typeof campaigns;

function parametersOf(channel: Channel, ...changed: INodeParameters[]): INodeParameters {
	const all: INodeParameters[] = [campaigns[channel].usual, ...changed];
	const merged: INodeParameters = Object.assign({}, ...all) as INodeParameters;
	for (const name of ['beforeSending', 'timing', 'options', 'advanced', 'notifications']) {
		const groups = all.map((each) => each[name] as object);
		const options = Object.entries(Object.assign({}, ...groups) as INodeParameters);
		// What is undefined was removed.
		merged[name] = Object.fromEntries(options.filter(([, value]) => value !== undefined));
	}
	return { resource: 'message', recipient: 'phone', ...merged };
}

async function run(channel: Channel, parameters: INodeParameters, items = rows) {
	return await runNode({
		...{ node: campaigns[channel].node(), credential: service.credential(), items },
		parameters: parametersOf(channel, parameters),
	});
}

/** The plan of a preview, as a person approved it. */
async function approvedPlan(channel: Channel, parameters: INodeParameters, items = rows) {
	const preview = await run(channel, { ...parameters, mode: 'preview' }, items);
	return sealedPlan('demo-token-full', String(preview.items.at(-1)?.json.plan));
}

/** Two campaigns of two rows each. */
const fourRows: IDataObject[] = ['Spring', 'Spring', 'Summer', 'Summer'].map((campaign, at) => ({
	...{ phone: `057000223${at}`, name: `Dana ${at}`, campaign },
}));
const byRow = '={{ $json.campaign }}';
const twoCampaigns: Record<Channel, INodeParameters> = {
	sms: { options: { description: byRow } },
	voice: { description: byRow },
	chat: { options: { description: byRow } },
};

const endpoints = { sms: 'scheduleSms', voice: 'scheduleVms', chat: 'scheduleWa' } as const;

/** Sends to the first rows alone, since the service refuses the second campaign, and retries as the saved workflow is by then. */
async function retryAfterApproval(
	channel: Channel,
	change: INodeParameters | (() => void),
	before: INodeParameters = {},
	items = fourRows,
) {
	const own = parametersOf(channel, twoCampaigns[channel], before);
	const plan = await approvedPlan(channel, own, items);
	const approved: INodeParameters = {
		beforeSending: { approval: { expectedPlan: { plan } } },
		advanced: { requestsAtOnce: 1 },
	};
	const savedWith = (parameters: INodeParameters) => ({
		...{ node: campaigns[channel].node(), credential: service.credential() },
		items: items.map((json) => ({ json })),
		parameters: parametersOf(channel, own, parameters, approved),
	});
	const sent = () => service.control.ledger().entries.map(({ phone }) => phone);
	service.control.addFaults([{ kind: 'errorWithoutAction', nth: 2, endpoint: endpoints[channel] }]);
	const failed = await runBranches(savedWith({}));
	const first = sent();
	if (typeof change === 'function') change();
	const saved = savedWith(typeof change === 'function' ? {} : change);
	const { error } = await retryExecution(saved, failed.run, true);
	const more = sent().slice(first.length);
	return { first, more, ...(error && { said: `${error.message} ${String(error.description)}` }) };
}

const template = (code: number) => service.templates.find((each) => each.code === code)!;

/** What is changed after the approval, and what it was then where that is not as usual. */
type Change = [wire: string, INodeParameters | (() => void), before?: INodeParameters];

const email = { notificationEmail: 'a@example.com' };
const night = { hours: { from: '21:00', until: '08:00' } };

const timed: Change[] = [
	['int', { timing: { delay: 5 } }],
	['sendAt', { timing: { sendAt: '2099-01-01T10:00' } }],
	['timeZone', { timing: { timeZone: 'Europe/Berlin' } }],
	['quietHours', { timing: { quietHours: night } }],
	['spreadOver', { timing: { spreadOver: 0.01 } }],
	['recipientZone', { timing: { recipientZone: "={{ 'UTC' }}" } }],
	['no quietHours', { timing: { quietHours: undefined } }, { timing: { quietHours: night } }],
];
const told: Change[] = [
	['ne', { notifications: email }],
	['np', { notifications: { notificationPhone: '0570002239' } }],
	['nu', { notifications: { notificationUrl: 'https://example.com/x' } }],
];
const common: Change[] = [
	['desc', { options: { description: 'Other' } }],
	['validate', { advanced: { validateRecipients: true } }],
];
const retries = (count: number, minutes?: number): INodeParameters => ({
	options: { retryRounds: count },
	...(minutes && { timing: { retryInterval: minutes } }),
});
const ofTemplate = (code: string, parametersJson: string, more: INodeParameters = {}) => ({
	...{ template: picked(code), parametersJson, ...more },
});

const changes: Record<Channel, Change[]> = {
	sms: [
		...timed,
		...told,
		...common,
		['from', { sender: 'Other' }],
		['message', { message: 'Bye {name} {optOut}' }],
		['optOutUrl', { options: { optOutUrl: optOutUrl('other') } }],
		['replaceCharacters', { options: { replaceCharacters: true } }],
	],
	voice: [
		...timed,
		...told.slice(0, 2),
		['desc', { description: 'Other' }],
		['from', { caller: '0' }],
		['tts', { text: 'Bye' }],
		['sid', { content: 'service', serviceCode: '55' }],
		['fileurl', { content: 'file', fileUrl: 'https://example.com/a.mp3' }],
		['lang', { options: { language: 'ar' } }],
		['gender', { options: { gender: 'female' } }],
		['amd', { advanced: { voicemailDetection: 1 } }],
		['getdigits', { options: { getDigits: '159' } }],
		['nextsid', { advanced: { nextService: '55' } }],
		['endsid', { advanced: { endService: '55' } }],
		['data', { advanced: { data: 'x' } }],
		['constdata', { advanced: { constantData: 'x' } }],
		['stop', { timing: { stopTime: '2000' } }],
		['retries', retries(2, 9), retries(2, 5)],
	],
	chat: [
		...timed,
		...told,
		...common,
		['from', { options: { sender: '972570004567' } }],
		['ms', { advanced: { mostMessages: 50 } }],
		['fileurl', { fileUrl: image('b') }, ofTemplate('2004', '{}', { fileUrl: image('a') })],
		['button', { parametersJson: filled('B') }],
		['template', ofTemplate('2002', '{"body":{"1":"{name}","2":"X"}}')],
		['language', () => void (template(2003).language = 'ar')],
		['body', () => void (template(2003).body = 'Bye {{1}}, {{2}}.')],
		['buttons', () => void (template(2003).buttons[0].text = 'Go')],
		['a link', () => void (template(2003).buttons[0].url = `${image('c')}?{{1}}`)],
		[
			'a file of the template',
			() => void (template(2004).header.defaultMediaUrl = image('c')),
			ofTemplate('2004', '{}'),
		],
	],
};

/** Parameters whose change concerns no recipient, or that another row of the table changes. */
const noConcern: Record<string, string> = {
	pid: 'is of distribution lists, which are recipients',
};

describe.each(Object.keys(changes) as Channel[])(
	'after the approval of a campaign: %s',
	(channel) => {
		it.each(changes[channel])(
			'sends no more at a retry when this was changed: %s',
			async (...[, change, before]: Change) => {
				const run = await retryAfterApproval(channel, change, before);
				expect(run.said).toMatch(/This is not what was approved/);
				expect(run.more).toEqual([]);
			},
		);

		it('sends the rest at a retry when nothing was changed', async () => {
			const run = await retryAfterApproval(channel, {});
			const [one, two, three, four] = fourRows.map(({ phone }) => phone);
			expect(run).toEqual({ first: [one, two], more: [three, four] });
		});

		it('has a row here for each parameter of the service', () => {
			const known = changes[channel].map(([wire]) => wire);
			const wires = wireFields(campaigns[channel].fields).map(({ wire }) => wire);
			const unknown = wires.filter((wire) => !known.includes(wire) && !(wire in noConcern));
			expect(unknown).toEqual([]);
		});
	},
);

describe('a row that is there twice', () => {
	const twice = [0, 2, 2].map((at) => ({ ...fourRows[at] }));
	const duplicates = (each: string): INodeParameters => ({ beforeSending: { duplicates: each } });

	it.each([
		['once', 'each'],
		['each', 'once'],
	])('gets no more at a retry than was approved: %s -> %s', async (then, now) => {
		const run = await retryAfterApproval('sms', duplicates(now), duplicates(then), twice);
		expect(run.said).toContain('This is not what was approved');
		expect(run).toMatchObject({ first: [fourRows[0].phone], more: [] });
	});
});

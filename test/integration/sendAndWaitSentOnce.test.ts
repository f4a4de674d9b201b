// If this fails, a person is asked twice, or one who was asked is forgotten.
import type { IDataObject, INode, INodeType } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { openReplyWindows } from '../operations/items';
import { requestFaults } from './harness/requestFaults';
import { failureOf, runNode, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * A question to three people × every point of failure × every setting: no one gets two messages, and each
 * of the three has a place in what comes out, as asked, as not asked, or as unknown.
 */
const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });

const phones = ['0570002233', '0570002234', '0570002235'];
const ask = async (node: INodeType, phoneNumbers: string, settings: Partial<INode> = {}) =>
	await runNode({
		...{ node, credential: service.credential(), items: [{ order: 'A-1' }], settings },
		parameters: {
			...{ resource: 'message', operation: 'sendAndWait', message: 'Refund?' },
			...{ phoneNumbers, sender: 'MyShop' },
		},
	});

/** Which requests fail: one of the three, or all of them. */
const points = [{ nth: 1 }, { nth: 2 }, { nth: 3 }, {}];

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const continues = { onError: 'continueRegularOutput' } as const;
const settings: Array<[string, Partial<INode>]> = [
	['stops at an error', {}],
	['is tried again', retry],
	['goes on after an error', continues],
	['is tried again and goes on', { ...retry, ...continues }],
];
const nodes: Array<[string, () => INodeType, 'scheduleSms' | 'sendWa', 'list' | 'to']> = [
	['SMS', () => new ExtApiSms(), 'scheduleSms', 'list'],
	['Chat', () => new ExtApiChat(), 'sendWa', 'to'],
];

const cells = nodes.flatMap((node) =>
	settings.flatMap((setting) => requestFaults.map((fault) => ({ node, setting, fault }))),
);

it.each(
	cells.map((cell) => ({
		...cell,
		title: `${cell.node[0]} that ${cell.setting[0]}, ${cell.fault.name}`,
	})),
)('$title', async ({ node: [, node, endpoint, wire], setting, fault }) => {
	const { name: _name, isCertain, ...rule } = fault;
	for (const point of points) {
		service.control.reset();
		openReplyWindows(service);
		const times = point.nth === undefined ? { times: 3 } : point;
		service.control.addFaults([{ ...rule, ...times, endpoint } as FaultRule]);
		const result = await ask(node(), phones.join(), setting[1]);

		const accepted = service.control
			.requests()
			.filter((request) => request.accepted)
			.map(({ parameters }) => String((parameters as IDataObject)[wire]));
		expect(new Set(accepted).size).toBe(accepted.length);

		const { error, items } = result;
		const [item] = items;
		const said = [item && failureOf(item), error && sentencesOf(error).all].join();
		const { sentTo = [], failedFor = [] } = (item?.json ?? {}) as {
			sentTo?: Array<{ phone: string }>;
			failedFor?: Array<{ phone: string; error: string }>;
		};
		for (const phone of phones) {
			const isAsked = sentTo.some((each) => each.phone === phone);
			const failure = failedFor.find((each) => each.phone === phone)?.error ?? said;
			if (isAsked) expect(accepted).toContain(phone);
			else if (accepted.includes(phone)) expect(failure).toMatch(/outcome is unknown/);
			else expect(failure).toMatch(isCertain ? /\w/ : /outcome is unknown/);
			if (!isAsked && failedFor.length === 0) expect(said).toContain(phone);
		}
		// A link of unknown outcome may be in someone's hand.
		expect(Boolean(result.run.waitTill)).toBe(sentTo.length > 0 || !isCertain);
	}
});

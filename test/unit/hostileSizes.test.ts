// If this fails, one cell of a table or one call of a stranger stops all of n8n for minutes.
import { compareLists, requestToLists } from '../../nodes/shared/run/holdBack';
import { messageWithoutLink } from '../../nodes/shared/question/messageText';
import { parseMergeText } from '../../nodes/shared/run/mergeFields';
import { emailAddress } from '../../nodes/shared/rules/addresses';
import { warningsOf } from '../../nodes/shared/rules/messageChecks';
import { typedWithFields } from '../../nodes/shared/rules/insertedValues';
import { listedPhones, phoneList } from '../../nodes/shared/rules/phoneLists';
import { readPhone, repairPhone } from '../../nodes/shared/rules/phones';
import { textOf } from '../../nodes/shared/rules/text';
import { planRequests } from '../../nodes/shared/run/planRequests';
import { readEvent } from '../../nodes/shared/service/events';
import { withoutKeys, withoutToken } from '../../nodes/shared/service/secrets';
import { readReply } from '../../nodes/shared/service/readReply';

const readers: Array<[string, (text: string) => unknown]> = [
	['a phone', readPhone],
	['a phone that is repaired', (text) => repairPhone(text, true)],
	['a list of phones', phoneList],
	['phones the service lists', listedPhones],
	['a text', textOf({ atMost: 1_000 })],
	['the message of a question', (text) => messageWithoutLink([text])],
	['a message that is checked', checked],
	['a link in a message that is checked', (text) => checked(`https://${text} א`)],
	['an email address', (text) => emailAddress(`a@${text}@`)],
	['a reply', (body) => readReply({ statusCode: 200, headers: {}, body })],
	[
		'a refusal that may repeat a secret',
		(description) =>
			withoutKeys(
				{ kind: 'refused', description, httpStatus: 200 },
				{ nu: `?k=${'x'.repeat(20)}` },
			),
	],
	['a reply that may repeat the token', withoutToken(' {(0 1\\1%25&/"-.x')],
	[
		'a notification',
		(info) => readEvent({ msg: 'CP_SEND_ERROR', tid: '1', info }, 'sms', new Date()),
	],
];
const floods = [
	'\\',
	'%25',
	'&#0',
	' ',
	'\n',
	'\t',
	'/',
	'"',
	'.',
	'-',
	'(',
	'0',
	'{',
	'1 ',
	'1/',
	'1\n',
	'1,',
];

function checked(own: string) {
	return warningsOf({
		...{ channel: 'sms', own, whole: own, typed: typedWithFields('{a}1, {b}') },
		...{ senderName: 'My Shop', optOutWords: ['opt out'] },
	});
}

/** Seconds of processor time, which a busy machine does not change. */
function secondsOf(work: () => void): number {
	const before = process.cpuUsage();
	work();
	return process.cpuUsage(before).user / 1e6;
}

/** Work that grows with the square of these sizes takes minutes. */
const MOST_SECONDS = 20;

describe.each(readers)('%s of 200,000 characters', (_what, read) => {
	it.each(floods)('is read at once: %j again and again', (flood) => {
		const text = flood.repeat(200_000 / flood.length);
		const work = () => [text, `1${text}x`, `1${text}1`].forEach(read);
		expect(secondsOf(work)).toBeLessThan(MOST_SECONDS);
	});
});

it.each(['.|', 'a|', '\u200b|', '|'])(
	'a merge field of %j again and again is filled at once',
	(flood) => {
		const read = parseMergeText(`{x${flood.repeat(30_000 / flood.length)}}`, { use: 'error' });
		if ('problem' in read) throw new Error(read.problem.rule);
		const work = () => void read.value.fill({ phone: '0570002233', text: 'one', amount: 1 });
		expect(secondsOf(work)).toBeLessThan(0.2);
	},
);

it('compares 200,000 items to one list at once', () => {
	const items = [...Array(200_000).keys()];
	let leaders = new Map<number, number>();
	const work = () => {
		const body = { pid: '1001', msg: 'Hello' };
		const requests = new Map(items.map((item) => [item, requestToLists(body, 'a')]));
		({ leaders } = compareLists({ memory: {}, runIndex: 0 }, requests, () => false));
	};
	expect(secondsOf(work)).toBeLessThan(MOST_SECONDS);
	expect([leaders.get(0), leaders.get(items.length - 1)]).toEqual([undefined, 0]);
});

it('a list inside lists is read to some depth, and beyond it is none that can be read', () => {
	const nested = (depth: number) =>
		JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;
	expect(listedPhones([['0570002233'], ['0570002234']])).toEqual(['0570002233', '0570002234']);
	expect(listedPhones(nested(50_000))).toBeUndefined();
});

it('plans 100,000 texts for one phone at once', async () => {
	const rows = Array.from({ length: 100_000 }, (_, item) => ({
		...{ item, phone: '0570002233', content: `text ${item}`, settingsKey: '' },
	}));
	const before = process.cpuUsage();
	expect(await planRequests(rows, { mergeDuplicates: true })).toHaveLength(100_000);
	expect(process.cpuUsage(before).user / 1e6).toBeLessThan(MOST_SECONDS / 2);
});

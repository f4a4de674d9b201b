// If this fails, a person cannot tell what was sent before a run stopped.
import fc from 'fast-check';
import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { stoppedError } from '../../../nodes/shared/pipeline/account';
import { NEW_LINE, type Standing } from '../../../nodes/shared/pipeline/accountLines';
import { outputOfRows } from '../../../nodes/shared/pipeline/output';
import { fateOf, OPEN, whyOf, type Fate } from '../../../nodes/shared/pipeline/fate';
import { requestError } from '../../../nodes/shared/service/nodeErrors';
import { outcomeOfError } from '../../../nodes/shared/service/rowOutcome';

const node = { name: 'Send', type: 'extApiSms', parameters: {} } as unknown as INode;

const failedBy = (error: Error): Fate => ({ is: outcomeOfError(error), why: whyOf(error) });

/** The error of a run that stops, whose rows have these fates. */
async function errorOf(of: INode, fates: Fate[], phones: Record<number, string> = {}) {
	const context = { continueOnFail: () => false, getNode: () => of } as IExecuteFunctions;
	const rows = fates.map((fate, item) => ({ item, phone: phones[item], fate }));
	const ended = outputOfRows({ context, rows }).catch((error: unknown) => error);
	return (await ended) as NodeOperationError;
}

it('takes an error that is none of n8n’s, such as one of a hook', async () => {
	const failed = new URIError('URI malformed');
	const one = await errorOf(node, [failedBy(failed)]);
	expect(one).toBeInstanceOf(NodeOperationError);
	expect(one.context.itemIndex).toBe(0);
	const two = await errorOf(node, [fateOf([]), failedBy(failed)]);
	expect(two.message).toContain('Item 1: URI malformed');
});

describe('what to do about a run that stopped', () => {
	const failed = (outcome: 'unknown' | 'refused' | 'notTried') =>
		failedBy(requestError(node, { message: 'No', description: 'Fix it.', outcome }));
	const results = {
		refused: failed('refused'),
		unknown: failed('unknown'),
		notTried: failed('notTried'),
		accepted: fateOf([{ outcome: 'accepted', taskId: '7001' }]),
		answered: fateOf([{ outcome: 'refused', result: 'MAX_SENT' }]),
	};
	type Kind = keyof typeof results;
	const correct = /^Correct the items, or set 'On Error'/;
	const onlyOthers = /A new execution would send to the accepted items again\. Retry this one/;
	const check = /Check in the service what happened to the items whose outcome is unknown/;
	const byKey = /the Campaign Key skips recipients/;
	const nothing = /^1 of 2 items cannot be sent, so nothing was sent\. Item \d: No/;
	const some = /^1 of 2 items was not sent\. Item \d: No/;
	const open = /^The outcome is unknown for 1 of 2 items\. Item \d: No/;

	it.each<[Kind, Kind, RegExp, RegExp, RegExp]>([
		['refused', 'notTried', nothing, correct, correct],
		['refused', 'accepted', some, onlyOthers, byKey],
		['refused', 'answered', nothing, onlyOthers, onlyOthers],
		['unknown', 'notTried', open, check, byKey],
		['refused', 'unknown', open, check, byKey],
	])('with items %s and %s', async (first, second, headline, advice, adviceWithKey) => {
		const both = [results[first], results[second]];
		const error = await errorOf(node, both);
		expect(error.message).toMatch(headline);
		expect(error.context.outcome).toBe(headline === open ? 'unknown' : 'refused');
		expect(error.description?.split(NEW_LINE).at(-1)).toMatch(advice);
		const parameters = { beforeSending: { campaignKey: 'spring' } };
		const withKey = await errorOf({ ...node, parameters }, both);
		expect(withKey.description?.split(NEW_LINE).at(-1)).toMatch(adviceWithKey);
	});

	it('is silent about kinds of items there are none of', async () => {
		const { description } = await errorOf(node, [results.refused, results.notTried]);
		expect(description).not.toMatch(/Accepted|Answered|Left out/);
	});

	it('names each item once, where it stands', async () => {
		const kinds: Kind[] = ['answered', 'notTried', 'accepted', 'unknown', 'refused'];
		const fates = kinds.map((kind) => results[kind]);
		const error = await errorOf(node, fates, { 4: '050-11' });
		expect(error.description?.split(NEW_LINE).slice(0, -1)).toEqual([
			'Item 3: No. Fix it.',
			'Item 4 (050-11): No. Fix it.',
			'Accepted, and not sent again if you retry:',
			'Item 2: campaign 7001.',
			'Answered, and not asked again if you retry:',
			'Item 0: MAX_SENT.',
			'Not sent, although they are valid: item 1.',
		]);
		expect(error.context).toMatchObject({
			unknown: [{ reason: 'No', fix: 'Fix it.', rows: [{ item: 3 }], count: 1 }],
			refused: [{ rows: [{ item: 4, phone: '050-11' }] }],
			accepted: [{ taskId: '7001', rows: [{ item: 2 }] }],
			counts: { refused: 1, unknown: 1, accepted: 1, answered: 1, notTried: 1, leftOut: 0 },
		});
	});
});

/** The fate of a row that a rule refused. */
const refusedFor = (reason: string, isForGood = false): Fate => ({
	is: 'refused',
	why: { reason, fix: 'Correct it.', ...(isForGood && { isForGood }) },
});

const failedFor = (message: string) =>
	failedBy(requestError(node, { message, description: '', outcome: 'refused' }));

it('says each reason once, with its items, and gives the numbers beyond 100 reasons', async () => {
	const linesOf = async (reasons: string[]) =>
		(await errorOf(node, reasons.map(failedFor))).description!.split(NEW_LINE);
	expect((await linesOf([...Array<string>(60).fill('No'), 'Never']))[0]).toBe('Items 0 to 59: No.');
	const different = await linesOf(Array.from({ length: 160 }, (_, index) => `No ${index}`));
	expect(different[99]).toBe('Item 99: No 99.');
	expect(different[100]).toBe('And 60 more: items 100 to 159.');
});

it('says a cause once, with the fix, where its items differ in their values only', async () => {
	const fates = ['050', '12', 'nobody'].map((phone) =>
		refusedFor(`Phone "${phone}" isn't a phone number (${phone.length} characters)`),
	);
	const others = [refusedFor('Sender is empty or missing'), OPEN];
	const { description } = await errorOf(node, [...fates, ...others], { 0: '050', 1: '12' });
	expect(description?.split(NEW_LINE)).toEqual([
		`Items 0 to 2, such as item 0 (050): Phone "050" isn't a phone number (3 characters). Correct it.`,
		'Item 3: Sender is empty or missing. Correct it.',
		'Not sent, although they are valid: item 4.',
		"Correct the items, or set 'On Error' in the node's settings to continue: then the others are sent.",
	]);
});

it.each<[string, boolean, RegExp]>([
	['some items', false, /accepted items again\. Retry this one/],
	['all items', true, /accepted items again\.$/],
])(
	'offers a retry unless one would refuse again %s that failed',
	async (_which, isForGood, advice) => {
		const failed = [1, 2].map((item) => refusedFor(`No ${item}`, isForGood || item === 1));
		const { description } = await errorOf(node, [fateOf([{ outcome: 'accepted' }]), ...failed]);
		expect(description).toMatch(advice);
	},
);

it('promises a preview no more than a preview of the others', async () => {
	const preview = { ...node, parameters: { mode: 'preview' } };
	const { description } = await errorOf(preview, [OPEN, refusedFor('Phone is empty')]);
	expect(description).toMatch(/to continue: then the others are previewed\.$/);
});

it('has the reason for its message where one holds for all', async () => {
	const { message, description } = await errorOf(node, Array<Fate>(3).fill(failedFor('No')));
	expect(message).toBe('No');
	expect(description).toBe('All 3 items: No.');
});

it('lists a hundred rows of each standing at most, and counts them all', () => {
	const standing = fc.constantFrom<Standing>('refused', 'unknown', 'accepted', 'notTried');
	const line = fc.record({ standing, reason: fc.constantFrom('a', 'b', 'c'), size: fc.nat(90) });
	fc.assert(
		fc.property(fc.array(line, { minLength: 1, maxLength: 9 }), (given) => {
			let next = 0;
			const lines = given.map(({ size, ...each }) => ({
				...each,
				items: Array.from({ length: size + 1 }, () => next++),
			}));
			const refused = { standing: 'refused' as const, items: [next], reason: 'No' };
			const account = { lines: [...lines, refused], phones: new Map(), count: next + 1 };
			const { context } = stoppedError(node, account);
			const counts = context.counts as Record<Standing, number>;
			expect(Object.values(counts).reduce((sum, each) => sum + each)).toBe(next + 1);
			for (const [name, count] of Object.entries(counts)) {
				const entries = context[name] as Array<{ rows: unknown[]; count: number }>;
				expect(entries.flatMap(({ rows }) => rows)).toHaveLength(Math.min(100, count));
				expect(entries.reduce((sum, entry) => sum + entry.count, 0)).toBe(count);
			}
		}),
	);
});

it('of 50,000 refused rows is small', async () => {
	const phones = Array.from({ length: 50_000 }, (_, item) => `05${item}`);
	const fates = phones.map((phone) => refusedFor(`Phone "${phone}" must have 9 to 10 digits`));
	const error = await errorOf(node, fates, { ...phones });
	expect(JSON.stringify([error.message, error.description, error.context]).length).toBeLessThan(
		50_000,
	);
});

it('says of a contact why it was not deleted', async () => {
	const notDeleted = fateOf([{ outcome: 'refused', deleted: false, reason: 'No such contact' }]);
	const { description, context } = await errorOf(node, [notDeleted, failedFor('No')]);
	expect(description).toContain('Item 0: No such contact');
	// It is certain: no one has to look it up in the service.
	expect(context).toMatchObject({ answered: [{ rows: [{ item: 0 }] }], unknown: [] });
});

it('leaves an item open of which one of several answers is open', async () => {
	const answers = fateOf([
		{ outcome: 'unknown', result: 'WRONG', note: 'Asked twice' },
		{ outcome: 'refused', result: 'WRONG' },
	]);
	const { context } = await errorOf(node, [answers, failedFor('No')]);
	expect(context.counts).toMatchObject({ unknown: 1, answered: 0 });
});

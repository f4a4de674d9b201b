// If this fails, a person cannot tell what was sent before a run stopped.
import fc from 'fast-check';
import type { IExecuteFunctions, INode, NodeOperationError } from 'n8n-workflow';

import type { Entry } from '../../../nodes/shared/ledger/ledger';
import { stoppedError } from '../../../nodes/shared/pipeline/account';
import { NEW_LINE, type Standing } from '../../../nodes/shared/pipeline/accountLines';
import { warningsHint } from '../../../nodes/shared/pipeline/accountWords';
import { outputOfRows } from '../../../nodes/shared/pipeline/run';
import { fateOf, OPEN, whyOf, type Fate, type Why } from '../../../nodes/shared/pipeline/fate';
import { operationError, requestError } from '../../../nodes/shared/service/nodeErrors';
import { outcomeOfError } from '../../../nodes/shared/service/rowOutcome';
import { playTables } from '../playTables';
import accounts from './account.json';

const node = { name: 'Send', type: 'extApiSms', parameters: {} } as unknown as INode;

const failedBy = (error: Error): Fate => ({ is: outcomeOfError(error), why: whyOf(error) });
const failed = (outcome: 'unknown' | 'refused' | 'notTried', message = 'No', fix = 'Fix it.') =>
	failedBy(requestError(node, { message, description: fix, outcome }));
const kinds = {
	open: OPEN,
	refused: failed('refused'),
	unknown: failed('unknown'),
	notTried: failed('notTried'),
	accepted: fateOf([{ outcome: 'accepted', taskId: '7001' }]),
	answered: fateOf([{ outcome: 'refused', result: 'MAX_SENT' }]),
};

/** The fate of a row: one of the usual ones, what was thrown, a rule that refused it, an error, or answers. */
type Spelled =
	| keyof typeof kinds
	| { thrown: string }
	| ({ refusedFor: string; is?: 'unknown' } & Partial<Why>)
	| { failedFor: string; fix?: string }
	| { answers: Parameters<typeof fateOf>[0]; told?: string }
	| { before: string };

function fate(of: Spelled): Fate {
	if (typeof of === 'string') return kinds[of];
	if ('thrown' in of) return failedBy(new URIError(of.thrown));
	if ('failedFor' in of) return failed('refused', of.failedFor, of.fix ?? '');
	if ('before' in of) return OPEN;
	if ('answers' in of) return fateOf(of.answers, of.told);
	const { refusedFor: reason, is = 'refused', ...why } = of;
	return { is, why: { reason, fix: 'Correct it.', ...why } };
}

/** A request of an earlier try, of which no one knows what became: accepted, or what was said of it. */
const earlier = (said: string) =>
	({
		outcome:
			said === 'accepted' ? { accepted: [] } : { unknown: { message: said, description: 'Look.' } },
	}) as unknown as Entry;

/** The error of a run that stops, whose rows have these fates. */
async function errorOf(
	fates: Spelled[],
	parameters = {},
	phones: Record<number, string> = {},
	stoppedBy?: { message: string; description: string },
) {
	const getNode = () => ({ ...node, parameters });
	const context = { continueOnFail: () => false, getNode } as unknown as IExecuteFunctions;
	const rows = fates.map((each, item) => ({
		...{ item, phone: phones[item], fate: fate(each) },
		...(typeof each !== 'string' && 'before' in each && { before: earlier(each.before) }),
	}));
	const cause = stoppedBy && operationError(node, stoppedBy);
	const ended = outputOfRows({ context, rows, cause }).catch((thrown: unknown) => thrown);
	const error = (await ended) as NodeOperationError;
	const { message, context: facts } = error;
	const kind = error.constructor.name;
	const description = error.description ?? '';
	const lines = description.split(NEW_LINE);
	return {
		...{ kind, message, description, lines: lines.slice(0, -1), advice: lines.at(-1) },
		...{ context: facts, item: facts.itemIndex ?? null, outcome: facts.outcome },
	};
}

playTables(accounts, {
	'the error of a run that stopped': errorOf,
	'the hint about what checks found': (...found: Array<[item: number, where?: string]>) =>
		warningsHint(
			new Map(found.map(([item, where]) => [item, [{ check: 'brokenValues', found: where }]])),
		) ?? null,
});

it('says each reason once, with its items, and gives the numbers beyond 100 reasons', async () => {
	const linesOf = async (reasons: string[]) =>
		(await errorOf(reasons.map((failedFor) => ({ failedFor })))).description.split(NEW_LINE);
	expect((await linesOf([...Array<string>(60).fill('No'), 'Never']))[0]).toBe('Items 0 to 59: No.');
	const different = await linesOf(Array.from({ length: 160 }, (_, index) => `No ${index}`));
	expect(different[99]).toBe('Item 99: No 99.');
	expect(different[100]).toBe('And 60 more: items 100 to 159.');
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
	const fates = phones.map((phone) => ({
		refusedFor: `Phone "${phone}" must have 9 to 10 digits`,
	}));
	const { message, description, context } = await errorOf(fates, {}, { ...phones });
	expect(JSON.stringify([message, description, context]).length).toBeLessThan(50_000);
});

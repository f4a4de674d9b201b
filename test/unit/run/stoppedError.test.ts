// If this fails, a person cannot tell what was sent before a run stopped.
import { NodeOperationError, type INode } from 'n8n-workflow';

import { operationError, requestError } from '../../../nodes/shared/service/nodeErrors';
import { NEW_LINE, stoppedError } from '../../../nodes/shared/run/stoppedError';

const node = { name: 'Send', type: 'extApiSms', parameters: {} } as unknown as INode;

it('takes an error that is none of n8n’s, such as one of a hook', () => {
	const failed = new URIError('URI malformed');
	const one = stoppedError(node, new Map(), [{ failed }]);
	expect(one).toBeInstanceOf(NodeOperationError);
	expect(one.context.itemIndex).toBe(0);
	const two = stoppedError(node, new Map(), [{ output: [] }, { failed }]);
	expect(two.message).toContain('Item 1: URI malformed');
});

it.each(['unknown', 'notAccepted'] as const)(
	'says of a run whether anything is open: %s',
	(outcome) => {
		const failed = operationError(node, { message: 'No', description: '', itemIndex: 1, outcome });
		const error = stoppedError(node, new Map(), [{ output: [] }, { failed }]);
		expect(error.context.outcome).toBe(outcome);
	},
);

describe('what to do about a run that stopped', () => {
	const failed = (outcome: 'unknown' | 'notAccepted' | 'notTried') => ({
		failed: requestError(node, { message: 'No', description: 'Fix it.', outcome }),
	});
	const results = {
		refused: failed('notAccepted'),
		unknown: failed('unknown'),
		notTried: failed('notTried'),
		accepted: { output: [{ json: { taskId: '7001' } }] },
		answered: { output: [{ json: { result: 'MAX_SENT' } }] },
	};
	type Kind = keyof typeof results;
	const correct = /Correct the items and run again, or set 'On Error'/;
	const onlyOthers = /A new execution would send to the accepted items again\. Retry this one/;
	const check = /Check in the service what became of the items whose outcome is unknown/;
	const byKey = /by the Campaign Key it leaves out whoever was accepted/;
	const nothing = /^1 of 2 items cannot be sent, so nothing was sent\. Item \d: No/;
	const some = /^1 of 2 items was not sent\. Item \d: No/;
	const open = /^The outcome is unknown for 1 of 2 items\. Item \d: No/;

	it.each<[Kind, Kind, RegExp, RegExp, RegExp]>([
		['refused', 'notTried', nothing, correct, correct],
		['refused', 'accepted', some, onlyOthers, byKey],
		['accepted', 'refused', some, onlyOthers, byKey],
		['refused', 'answered', nothing, onlyOthers, onlyOthers],
		['unknown', 'notTried', open, check, byKey],
		['accepted', 'unknown', open, check, byKey],
		['refused', 'unknown', open, check, byKey],
	])('with items %s and %s', (first, second, headline, advice, adviceWithKey) => {
		const both = [results[first], results[second]];
		const error = stoppedError(node, new Map(), both);
		expect(error.message).toMatch(headline);
		expect(error.description?.split(NEW_LINE).at(-1)).toMatch(advice);
		const parameters = { options: { campaignKey: 'spring' } };
		const withKey = stoppedError({ ...node, parameters }, new Map(), both);
		expect(withKey.description?.split(NEW_LINE).at(-1)).toMatch(adviceWithKey);
	});

	it('is silent about kinds of items there are none of', () => {
		const { description } = stoppedError(node, new Map(), [results.refused, results.notTried]);
		expect(description).not.toMatch(/Accepted|Answered/);
	});

	it('names each item once, where it stands', () => {
		const kinds: Kind[] = ['answered', 'notTried', 'accepted', 'unknown', 'refused'];
		const error = stoppedError(
			node,
			new Map([[4, '050-11']]),
			kinds.map((kind) => results[kind]),
		);
		expect(error.description?.split(NEW_LINE).slice(0, -1)).toEqual([
			'Items 3 to 4: No. Fix it.',
			'Accepted, and not sent again if you retry:',
			'Item 2: campaign 7001',
			'Answered, and not asked again if you retry:',
			'Item 0: MAX_SENT',
			'Not sent, though nothing is wrong with them: item 1.',
		]);
	});
});

it('says each reason once, with its items, and gives the numbers beyond 25 reasons', () => {
	const failedFor = (message: string) => ({
		failed: requestError(node, { message, description: '', outcome: 'notAccepted' }),
	});
	const linesOf = (reasons: string[]) =>
		stoppedError(node, new Map(), reasons.map(failedFor)).description!.split(NEW_LINE);
	expect(linesOf(Array(60).fill('No'))[0]).toBe('Items 0 to 59: No');
	const different = linesOf(Array.from({ length: 60 }, (_, index) => `No ${index}`));
	expect(different[24]).toBe('Item 24: No 24');
	expect(different[25]).toBe('And items 25 to 59.');
});

it('says of a contact why it was not deleted', () => {
	const failed = requestError(node, { message: 'No', description: '', outcome: 'notAccepted' });
	const notDeleted = {
		output: [{ json: { deleted: false, reason: 'The list has no such contact' } }],
	};
	const { description, context } = stoppedError(node, new Map(), [notDeleted, { failed }]);
	expect(description).toContain('Item 0: The list has no such contact');
	// It is certain: nobody has to look it up in the service.
	expect(context).toMatchObject({ answered: [{ item: 0 }], unknown: [] });
});

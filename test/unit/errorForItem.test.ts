// If this fails, an item that may have been sent is called not sent.
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { inputError, operationError, withFullTexts } from '../../nodes/shared/service/nodeErrors';
import { errorItem } from '../../nodes/shared/n8n/errorItem';
import { connectionError, errorForItem } from '../../nodes/shared/service/apiError';

const node = {
	name: 'Send',
	type: 'extApiSms',
	typeVersion: 1,
	parameters: {},
} as unknown as INode;

describe('an error for one of the items of a request', () => {
	const broken = connectionError(node, new Error('socket hang up'), undefined, 'once', false);

	it('still says that the outcome is unknown, so that nothing sends the item again', () => {
		expect(broken.context.outcome).toBe('unknown');
		expect(errorForItem(node, broken, 3).context).toMatchObject({
			outcome: 'unknown',
			itemIndex: 3,
		});
	});

	it('claims no unknown outcome for what certainly did not leave', () => {
		const { context } = errorForItem(node, new Error('no credential'), 3);
		expect(context.outcome).toBe('notAccepted');
	});
});

describe('the item of an error', () => {
	const context = {
		getNode: () => node,
		getInputData: () => [{ json: { phone: '12' } }],
		getExecuteData: () => ({ source: null }),
	} as unknown as IExecuteFunctions;

	it('says all of it, also what is left out where n8n logs it', () => {
		const parts = { message: 'Phone "…" is too short', description: 'Correct it.' };
		const quiet = withFullTexts(operationError(node, parts), {
			message: 'Phone "12" is too short',
			description: 'Correct it.',
		});
		expect(errorItem(context, 0, quiet).json).toEqual({
			phone: '12',
			error: 'Phone "12" is too short. Correct it.',
		});
	});
});

describe('the item of an error on the error output, where n8n merges nothing', () => {
	const itemOf = (json: IDataObject) => {
		const context = {
			getNode: () => ({ ...node, onError: 'continueErrorOutput' }),
			getInputData: () => [{ json }],
			getExecuteData: () => ({ source: null }),
		} as unknown as IExecuteFunctions;
		return errorItem(context, 0, { message: 'Phone is empty', description: null }).json;
	};

	it('keeps the columns of its row under the one key n8n allows', () => {
		expect(itemOf({ phone: '12' })).toEqual({
			error: 'Phone is empty',
			message: { columns: { phone: '12' } },
		});
	});

	it('has no such key where the row has no columns', () => {
		expect(itemOf({})).toEqual({ error: 'Phone is empty' });
	});
});

describe('an error for what was entered', () => {
	const problem = { field: 'Sender', rule: 'is too long.', fix: 'Shorten it.' };
	const other = { field: 'Message', rule: 'is empty.', fix: 'Enter a text.' };

	it('names one field alone', () => {
		expect(inputError(node, [problem], 0).message).toBe('Sender is too long.');
	});

	it('counts and names the others', () => {
		expect(inputError(node, [problem, other], 0).message).toBe(
			'Sender is too long. (and 1 more: Message is empty.)',
		);
	});
});

// If this fails, an item is sent by another account.
import type { IExecuteFunctions } from 'n8n-workflow';

import { accountKey, accountsOf } from '../../../nodes/shared/service/itemCredential';

/** A node with so many items, whose credential gives the token of an item. */
function nodeWith(count: number, tokenAt: (item: number) => string, hasExpressions = true) {
	const getCredentials = jest.fn(async (_type: string, item: number) => ({
		baseUrl: 'https://service.example',
		token: tokenAt(item),
		hasExpressions,
	}));
	const getInputData = () => Array.from({ length: count }, () => ({ json: {} }));
	return {
		context: { getCredentials, getInputData } as unknown as IExecuteFunctions,
		getCredentials,
	};
}

describe('whose account an item is sent with', () => {
	it('is its own, also when only one in the middle has another: no one pays for the messages of others', async () => {
		const { context } = nodeWith(3, (item) => (item === 1 ? 'other' : 'mine'));
		const accounts = await accountsOf(context);
		expect(accounts.areOne).toBe(false);
		const found = await Promise.all([0, 1, 2].map(async (item) => await accounts.of(item)));
		expect(found.map(({ token }) => token)).toEqual(['mine', 'other', 'mine']);
		expect(await found[1].context.getCredentials('extApi')).toMatchObject({ token: 'other' });
	});

	it('tells the contexts of two accounts apart, so that none is shown the templates of the other', async () => {
		const accounts = await accountsOf(nodeWith(3, (item) => `token ${item % 2}`).context);
		const keys = await Promise.all(
			[0, 1, 2].map(async (item) => accountKey((await accounts.of(item)).context)),
		);
		expect(keys[0]).toBe(keys[2]);
		expect(keys[0]).not.toBe(keys[1]);
		expect(keys).not.toContain('');
	});

	it('is looked up once where no expression can make it differ: each look costs a decryption', async () => {
		const { context, getCredentials } = nodeWith(10_000, () => 'mine', false);
		const accounts = await accountsOf(context);
		expect(accounts.areOne).toBe(true);
		const { token, context: own } = await accounts.of(9_999);
		expect([token, accountKey(own)]).toEqual(['mine', '']);
		expect(getCredentials).toHaveBeenCalledTimes(1);
	});
});

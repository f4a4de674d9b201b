import { tokenForKeys } from '../../../nodes/shared/service/tokenForKeys';

it.each([[undefined], [''], [' \n'], [null], [0]])(
	'keys are made of no token that is %j',
	(token) => {
		expect(tokenForKeys({ baseUrl: 'https://example.com', token } as never)).toBeUndefined();
	},
);

it('keys are made of the token as it is; of none when the credential cannot be read', () => {
	expect(tokenForKeys({ token: ' abc ' })).toBe(' abc ');
	expect(tokenForKeys(undefined)).toBeUndefined();
});

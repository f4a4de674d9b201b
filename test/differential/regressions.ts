/** Values node and service once disagreed about, by operation and parameter of the service. */
export const regressions: Array<{ operation: string; wire: string; value: unknown }> = [
	// Numbers abroad are phones too.
	{ operation: 'ExtApi SMS: Message: Send', wire: 'from', value: 385118912504 },
	{ operation: 'ExtApi SMS: Message: Send', wire: 'from', value: 'b ' },
	{ operation: 'ExtApi SMS: Message: Send', wire: 'nu', value: 'https://example.com/a b' },
	{ operation: 'ExtApi Voice: Message: Send', wire: 'fileurl', value: 'https://example.com/a b' },
	// 070 and 071 are no Israeli prefixes, so this lost no leading 0.
	{ operation: 'ExtApi SMS: Message: Send', wire: 'list', value: '700053433' },
	// A wrong code is an answer, not an error, whatever was typed.
	{ operation: 'ExtApi OTP: Code: Verify', wire: 'code', value: 'b!0{0b' },
	{ operation: 'ExtApi OTP: Code: Verify', wire: 'code', value: '123456789' },
];

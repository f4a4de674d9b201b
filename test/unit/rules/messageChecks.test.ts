// If this fails, a half-filled message is sent without a word, or people learn to overlook warnings.
import {
	checkNames,
	checkChoices,
	typedWithFields,
	warningsOf,
	type CheckedMessage,
	type CheckName,
} from '../../../nodes/shared/rules/messageChecks';

/** What an SMS is warned of that a person typed with merge fields. */
const found = (own: string, typed = '', more: Partial<CheckedMessage> = {}) =>
	warningsOf({
		...{ channel: 'sms', own, whole: own, typed: typedWithFields(typed), isDraft: true },
		...more,
	});
const names = (...message: Parameters<typeof found>) => found(...message).map(({ check }) => check);

/** Texts of each check that it warns of: what the recipient reads, and what a person typed. */
const faulty: Array<[CheckName, string, string?]> = [
	['brokenValues', 'Hi undefined, your order is ready', 'Hi {name}, your order is ready'],
	['brokenValues', 'Total: NaN', '=Total: {{ $json.a * $json.b }}'],
	['brokenValues', 'Delivered on Invalid Date'],
	['brokenValues', 'Order [object Object] is ready'],
	['brokenValues', 'שלום null'],
	['brokenValues', 'Pay at https://shop.example.com/?id=undefined'],
	['brokenValues', 'null null', 'null {name}'],
	['emptyGreeting', 'Hello , welcome', 'Hello {name}, welcome'],
	['emptyGreeting', 'Hi !'],
	['emptyGreeting', 'שלום , ההזמנה מוכנה'],
	['emptyGreeting', 'Здравствуйте !'],
	['emptyPlaces', 'Your order  is ready', 'Your order {order} is ready'],
	['emptyPlaces', 'To: Haifa, , Israel', 'To: Haifa, {street}, Israel'],
	['emptyPlaces', 'Thank you, ', 'Thank you, {name}'],
	['leftovers', 'Hi {first_name}', '={{ $json.text }}'],
	['leftovers', 'Hi {{ $json.name }}', '={{ $json.text }}'],
	['leftovers', 'Hi [first name]', 'Hi [first name]'],
	['leftovers', 'Hi <name>', 'Hi <name>'],
	['leftovers', 'Hi %s, bye', 'Hi %s, bye'],
	['leftovers', 'Only <b>today</b>'],
	['leftovers', 'היי [שם פרטי]'],
	['gluedLinks', 'Clickhttps://shop.example.com'],
	['gluedLinks', 'https://shop.example.com/aלפרטים'],
	['insecureLinks', 'See http://shop.example.com'],
	['insecureLinks', 'See www.example.com'],
	['insecureLinks', 'See shop.example.com/sale'],
	['privateLinks', 'See http://localhost:5678/form'],
	['privateLinks', 'See https://192.168.1.4/a'],
	['privateLinks', 'See https://intranet/sale'],
	['shorteners', 'See https://bit.ly/3abc'],
	['shorteners', 'See bit.ly/3abc'],
	['messageLength', 'a'.repeat(142)],
	['messageLength', 'a'.repeat(269)],
	['messageLength', `${'a'.repeat(100)} – b`],
	['direction', 'שלום, התקשרו +972 57 000 4567'],
	['direction', 'שלום, התקשרו 057 000 4567'],
	['direction', 'לפרטים https://shop.example.co.il/a 50% הנחה להסרה'],
	['optOut', 'Sale: 20% off until Sunday'],
];

/** Texts that are right, whatever they look like. */
const right: Array<[string, string?]> = [
	['Hi Dana, your order 1234 ships tomorrow. Track: https://shop.example.com/t/A-1'],
	['שלום דנה, ההזמנה 1234 יצאה. למעקב: https://shop.example.co.il/t/1234'],
	['שלום דנה, נתראה ב-12/5 בשעה 14:30, טלפון 057-0004567'],
	['שעות הפתיחה 9:00 - 18:00'],
	['MyShop: שלום דנה, מחכים לך'],
	['Sale! 50% off today. Reply STOP to opt out'],
	['מבצע: 20% הנחה. להסרה השיבו הסר'],
	['This offer is null and void', 'This offer is null and void'],
	['Null Euro heute'],
	['null', 'null'],
	['I <3 you {x}', 'I <3 you \\{x\\}'],
	['[AD] Order #5 [urgent], 2 < 3 > 1'],
	['100% sure, 20%s'],
	['Hello,\nhow are you?  Fine', 'Hello,\nhow are you?  Fine'],
	['Hi :) all good'],
	['Hello ... are you there?'],
	['Hi , typed so', 'Hi , typed so'],
	['Two  spaces, Dana', 'Two  spaces, {name}'],
	['Two  spaces from a column', '={{ $json.text }}'],
	['See https://shop.example.com/a, or (https://shop.example.com).'],
	['See https://shop.example.co.il/מבצעים'],
	['Write to a@example.com/b or use node.js/express, and/or 24/7'],
	['a'.repeat(140)],
	['a'.repeat(200)],
	['א'.repeat(100)],
	['Acme Ltd., thanks'],
	['السلام عليكم دانة، الرقم 0570004567'],
];

describe('the checks of a message', () => {
	it.each(faulty)('%s warn of %j', (check, own, typed = '') => {
		expect(names(own, typed)).toContain(check);
	});

	it.each(right)('say nothing of %j', (own, typed = '') => {
		expect(found(own, typed)).toEqual([]);
	});

	it('all have a text that they warn of', () => {
		const others = ['sameForAll', 'senderName'];
		const tried = new Set([...faulty.map(([check]) => check as string), ...others]);
		expect(checkChoices.filter(({ value }) => !tried.has(value))).toEqual([]);
	});

	it('name the place, and one fault once', () => {
		expect(found('Hello , welcome', 'Hello {name}, welcome')).toEqual([
			expect.objectContaining({ check: 'emptyGreeting', found: 'Hello ,' }),
		]);
	});

	it('name the character that made a text dearer, and how many too many there are', () => {
		expect(found(`${'a'.repeat(100)} – b`)).toEqual([
			expect.objectContaining({
				what: 'a special character makes it 2 messages instead of 1',
				found: '– (U+2013, character 102)',
			}),
		]);
		expect(found('a'.repeat(142))).toEqual([
			expect.objectContaining({ what: '2 characters make it 2 messages instead of 1' }),
		]);
	});

	it('look for the name of the sender where there is one to look for', () => {
		expect(names('Hello')).toEqual([]);
		expect(names('Hello', '', { senderName: 'My Shop' })).toEqual(['senderName']);
		expect(names('Hello from MyShop!', '', { senderName: 'My Shop' })).toEqual([]);
	});

	it('look for words to opt out in what sells, or in everything where they are given', () => {
		expect(names('Sale today', '', { isDraft: false })).toEqual([]);
		expect(names('Your order', '', { optOutWords: ['Bye'] })).toEqual(['optOut']);
		expect(names('Your order. Text bye', '', { optOutWords: ['Bye'] })).toEqual([]);
		expect(found('Sale today')[0].fix).toContain('not legal advice');
	});

	it('leave to the service what it fills in templates', () => {
		expect(names('[phone_num]', '', { channel: 'chat' })).toEqual([]);
		expect(names('[phone_num]')).toEqual(['leftovers']);
		expect(names('[first_name]')).toEqual(['leftovers']);
		expect(names('Hi null', '', { channel: 'voice' })).toEqual(['brokenValues']);
	});
});

describe('names of checks', () => {
	it.each([[['leftovers', 'optOut']], ['leftovers, optOut']])('are read from %j', (entered) => {
		expect(checkNames(entered)).toEqual({ value: new Set(['leftovers', 'optOut']) });
	});

	it.each([
		[['leftovers', 'spelling'], 'has "spelling", which is not a check'],
		[[null], 'has an empty entry'],
		[true, 'has "true", which is not a check'],
		[{}, 'has "{}", which is not a check'],
	])('%j are refused by name', (entered, rule) => {
		expect(checkNames(entered)).toEqual({ problem: expect.objectContaining({ rule }) });
	});
});

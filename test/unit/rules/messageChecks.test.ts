// If this fails, a half-filled message is sent without a word, or people learn to overlook warnings.
import {
	checkChoices,
	warningsOf,
	type CheckedMessage,
	type CheckName,
} from '../../../nodes/shared/rules/messageChecks';
import { typedWithFields } from '../../../nodes/shared/rules/insertedValues';

/** What an SMS is warned of that a person typed with merge fields. */
const found = (own: string, typed = '', more: Partial<CheckedMessage> = {}) =>
	warningsOf({
		...{ channel: 'sms', own, whole: own, typed: typedWithFields(typed) },
		...more,
	});
const names = (...message: Parameters<typeof found>) => found(...message).map(({ check }) => check);

type Text = string | [own: string, typed: string];
const apart = (text: Text): [own: string, typed: string] =>
	typeof text === 'string' ? [text, ''] : text;

/** Texts of each check that it warns of: what the recipient reads, perhaps with what a person typed. */
const faulty: Partial<Record<CheckName, Text[]>> = {
	brokenValues: [
		...['Delivered on Invalid Date', 'Order [object Object] is ready', 'שלום null'],
		...['Pay at https://shop.example.com/?id=undefined', 'תור לundefined ביום א'],
		...['תור ל-undefined', 'דנה וnull', 'طلبك لـnull جاهز', 'Pay undefinedILS', 'Pay nullILS'],
		...['Pay ₪NaN', 'Hi Dana_undefined', 'Hi nullnull'],
		'https://shop.example.com/[object%20Object]',
		...['Hi function toUpperCase() { [native code] }', 'Total: #N/A', 'Total: #REF!'],
		['Hi undefined, your order is ready', 'Hi {name}, your order is ready'],
		['Total: NaN', '=Total: {{ $json.a * $json.b }}'],
		['null null', 'null {name}'],
		['See you Invalid DateTime', '=See you {{ $json.day }}'],
		['תור לundefined ביום א', 'תור ל{day} ביום א'],
		['Order A-null', 'Order A-{order}'],
		['Total: #VALUE!', 'Total: {total}'],
		['Hello NULL, welcome', 'Hello {name}, welcome'],
		['Total: Infinity', '=Total: {{ $json.a / $json.b }}'],
	],
	emptyPlaces: [
		...['שלום , ההזמנה מוכנה', 'Dear Dr , welcome', ', your order is ready', '، طلبك جاهز'],
		['Hello , welcome', 'Hello {name}, welcome'],
		['Hello , welcome', '={{ $json.text }}'],
		['مرحبا ، طلبك جاهز', 'مرحبا {name|}، طلبك جاهز'],
		['Hi !', 'Hi {name}!'],
		['Dear Mr. , welcome', 'Dear Mr. {name}, welcome'],
		['Your order  is ready', 'Your order {order} is ready'],
		['To: Haifa, , Israel', 'To: Haifa, {street}, Israel'],
		['Thank you, ', 'Thank you, {name}'],
		['Your price: . STOP', 'Your price: {price}. STOP'],
		['Order # is ready', 'Order #{order} is ready'],
		['Get % off', 'Get {percent}% off'],
		['you owe $ STOP', '=you owe ${{ $json.sum }} STOP'],
		['Balance: STOP', 'Balance:{sum} STOP'],
		['call 050- STOP', 'call 050-{phone} STOP'],
		[' we miss you', '{name} we miss you'],
		['Hello \nSTOP', 'Hello {name}\nSTOP'],
		['Hi ', 'Hi {name}'],
		['Visit https://shop.example.com/', 'Visit https://shop.example.com/{id}'],
		['סכום: ₪', 'סכום: {sum}₪'],
		['Hello\n is back', 'Hello\n{product} is back'],
		['Come at ! STOP', '=Come at {{ $json.time }}! STOP'],
		['Best wishes, – ', 'Best wishes, – {name}'],
		['طلبك ، شكرا', 'طلبك {order|}، شكرا'],
		['إلى حيفا، ، شكرا', 'إلى حيفا، {street|}، شكرا'],
	],
	leftovers: [
		...['היי [שם פרטי]', 'Hello [First name]', 'Hello [FIRST NAME]', 'Hello [FirstName]'],
		...['Hello [FIRST_NAME]', 'Hello «First_Name»', 'Hello «FirstName»', 'Hello [[name]]'],
		...['Hello %FIRSTNAME%, hi', 'Hello %first_name%', 'Hello <<First Name>>'],
		...['Hello <First Name>', 'Hello <%= name %>', 'Hello <?= $name ?>', 'Hello %%name%%'],
		...['Hello *|FNAME|*', 'Hello $json.name, hi', "Hello $json['first name']"],
		['Hi {first_name}', '={{ $json.text }}'],
		['Hi {{ $json.name }}', '={{ $json.text }}'],
		['Hi [first name]', 'Hi [first name]'],
		['Hi <name>', 'Hi <name>'],
		['Hello [First Name], hi', 'Hello {name}, hi'],
	],
	links: [
		...['See http://shop.example.com', 'See www.example.com', 'See HTTP://shop.example.com.'],
		...['See https://localhost:5678/form', 'See https://192.168.1.4/a'],
		...['See https://intranet/sale', 'See https://shop.example.com or https://10.0.0.1/a'],
	],
};

/** Texts that are right, whatever they look like. */
const right: Text[] = [
	'Hi Dana, your order 1234 ships tomorrow. Track: https://shop.example.com/t/A-1',
	'שלום דנה, ההזמנה 1234 יצאה. למעקב: https://shop.example.co.il/t/1234',
	...['שלום דנה, נתראה ב-12/5 בשעה 14:30, טלפון 057-0004567', 'שעות הפתיחה 9:00 - 18:00'],
	...['MyShop: שלום דנה, מחכים לך', 'Sale! 50% off today.', 'Null Euro heute'],
	...['Undefined, BaNaNas, annulled, non-null, nullify', 'Files in C:\\new\\reports'],
	...['[AD] Order #5 [urgent], 2 < 3 > 1', '100% sure, 20%s', 'Hi :) all good'],
	...['Hello ... are you there?', 'Acme Ltd., thanks', 'Bonjour ! Un café ?'],
	'See https://shop.example.com/a, or (https://shop.example.com).',
	'See https://Shop.Example.Co.Il and https://shop.example.com/a.PDF',
	'Write to dana.net@shop.com or dana@my-shop.co.il. We use Node.js and net.',
	'>> Code << and <<NEW>>, «Date», «Дата», "name"',
	'Emoji :heart_eyes: :name_tag:, insta :my_shop, cashtag $NAME, #name @name',
	'https://shop.example.com/%D7%A9%D7%9C%D7%95%D7%9D%20a',
	...['A name-tag, on a first-name basis - name - it', 'Hello to all, thanks to you all'],
	'السلام عليكم دانة، الرقم 0570004567',
	['This offer is null, null and void', 'This offer is null, null and void'],
	['Dear Dana \nWelcome', 'Dear {first} {last}\nWelcome'],
	[' Levi, welcome', '{title} {name}, welcome'],
	['Come and see us', 'Come and see us{extra}'],
	['Hello\n\nBye', 'Hello\n{line}\nBye'],
	['Get % more', 'Get {percent|}% more'],
	['Total: ', "=Total: {{ $json.sum || '' }}"],
	['Balance: STOP', 'Balance:{sum|} STOP'],
	['Hi :) Dana', 'Hi {smile|:)} {name}'],
	['Costs $5 today', 'Costs ${sum} today'],
	['Hello NULL, so named', 'Hello NULL, so named'],
	['Allergies: None', 'Allergies: {allergies}'],
	['None of {shops} is closed', 'None of \\{shops\\} is closed'],
	['Nothing is undefined', 'Nothing is undefined'],
	['Infinity Pool, open daily', 'Infinity Pool, {when}'],
	['null', 'null'],
	['I <3 you {x}', 'I <3 you \\{x\\}'],
	['Hello,\nhow are you?  Fine', 'Hello,\nhow are you?  Fine'],
	['Hi , typed so', 'Hi , typed so'],
	['Two  spaces, Dana', 'Two  spaces, {name}'],
	['Two  spaces from a column', '={{ $json.text }}'],
	['From Dana <dana@shop.com>, 5<6 x<y z>w <3', 'From {name}'],
	['See <https://shop.example.com> <<NEW>>', '={{ $json.text }}'],
	['קבוצה ב, כיתה א', 'קבוצה {group}, כיתה א'],
];

describe('the checks of a message', () => {
	const warned = Object.entries(faulty).flatMap(([check, texts]) =>
		texts.map((text) => [check, ...apart(text)] as const),
	);
	it.each(warned)('%s warn of %j', (check, own, typed) => {
		expect(names(own, typed)).toContain(check);
	});

	it.each(right.map(apart))('say nothing of %j', (own, typed) => {
		expect(found(own, typed)).toEqual([]);
	});

	it('all have a text that they warn of', () => {
		const tried = new Set([...Object.keys(faulty), 'sameForAll', 'requiredWording']);
		expect(checkChoices.filter(({ value }) => !tried.has(value))).toEqual([]);
	});

	it('name the place, and one fault once', () => {
		const place = { check: 'emptyPlaces', found: 'Hello , welcome' };
		expect(found('Hello , welcome', 'Hello {name}, welcome')).toEqual([place]);
		const around = (sign: string) =>
			found(`Order-Number ${sign} is ready today`, `Order-Number ${sign}{n} is ready today`);
		expect(around('no. ')).toEqual([{ ...place, found: 'r-Number no.  is ready tod' }]);
		expect(around('no. #')).toEqual([{ ...place, found: 'Number no. # is ready to' }]);
	});

	it.each([
		['My Shop', 'MyShopping nonstop', false],
		['MyShop', 'Sale at https://myshops.com/', false],
		['MyShop', "MYSHOP's sale", true],
		['My Shop', 'my-shop: sale', true],
		['MyShop', 'Sale ב-MyShop', true],
		['MyShop', 'Sale בMyShop', true],
		['My Shop', 'my\u00a0shop', true],
		['מיישופ', 'הודעה ממיישופ', true],
		['Wix.com', 'Sale at wix.com!', true],
		['☂', 'Sale ☂', true],
		['☂', 'Sale', false],
	])('look for a sender, %j, as whole words: %j', (senderName, text, has) => {
		const missing = { check: 'requiredWording', found: senderName };
		expect(found(text, '', { senderName })).toEqual(has ? [] : [missing]);
	});

	it.each([
		['STOP', 'MyShopping nonstop', false],
		['STOP', 'https://myshop.com/stop', true],
		['STOP', 'Text "stop"', true],
		['opt out', 'To opt-out text 1', true],
		['opt out', 'Adopt outdoors', false],
		['הסרה', 'להסרה השיבו 1', true],
		['הסר', 'הסרטון החדש', false],
		['إلغاء', 'لإلغاء أرسل 1', true],
	])('look for an opt-out word, %j, as a whole: %j', (word, text, has) => {
		expect(names(text, '', { optOutWords: [word] })).toEqual(has ? [] : ['requiredWording']);
	});

	it('name all that a text lacks; one of the opt-out words is enough', () => {
		const wording = { senderName: 'My Shop', optOutWords: ['STOP', 'Bye'] };
		expect(found('Sale today', '', wording)).toEqual([
			{ check: 'requiredWording', found: 'My Shop; STOP or Bye' },
		]);
		expect(found('My Shop. Text bye', '', wording)).toEqual([]);
	});

	it('leave to the service what it fills in templates', () => {
		expect(names('[phone_num]', '', { channel: 'chat' })).toEqual([]);
		expect(names('[phone_num]')).toEqual(['leftovers']);
		expect(names('[first_name]')).toEqual(['leftovers']);
		expect(names('Hi null', '', { channel: 'voice' })).toEqual(['brokenValues']);
	});
});

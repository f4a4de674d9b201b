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
		...{ channel: 'sms', own, whole: own, typed: typedWithFields(typed), isDraft: true },
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
		...['It&#39;s time,&nbsp;Dana', 'It\u00e2\u20ac\u2122s time', 'Caf\u00c3\u00a9 Noa'],
		...[Buffer.from('שלום', 'utf8').toString('latin1'), 'Hello D\ufffdna'],
		['Hi undefined, your order is ready', 'Hi {name}, your order is ready'],
		['Total: NaN', '=Total: {{ $json.a * $json.b }}'],
		['null null', 'null {name}'],
		['See you Invalid DateTime', '=See you {{ $json.day }}'],
		['Open for Invalid Duration', '=Open for {{ $json.hours }}'],
		['תור לundefined ביום א', 'תור ל{day} ביום א'],
		['Order A-null', 'Order A-{order}'],
		['Total: #VALUE!', 'Total: {total}'],
		['Hello NULL, welcome', 'Hello {name}, welcome'],
		['Hello None, welcome', 'Hello {name}, welcome'],
		['Hello N/A, welcome', '=Hello {{ $json.name }}, welcome'],
		['Total: Infinity', '=Total: {{ $json.a / $json.b }}'],
		['Hello &amp;, welcome', 'Hello {name}, welcome'],
		['Hello Dana\\nYour order', '={{ $json.text }}'],
		['Total: 0.30000000000000004', '=Total: {{ $json.a + $json.b }}'],
		['See you 2026-11-25T00:00:00.000Z', 'See you {day}'],
		['See you Wed Nov 25 2026 00:00:00 GMT+0000 (Coordinated Universal Time)', 'See you {day}'],
		['Delivery on 1764000000000.', 'Delivery on {day}.'],
		['Order 1764000000000', '=Order {{ $json.day }}'],
		['Expires 1764000000 STOP', 'Expires {day} STOP'],
		['Delivery: 4133894400', 'Delivery: {day}'],
		['Since 946684800000', 'Since {day}'],
		['המשלוח ב 1764000000000', 'המשלוח ב {day}'],
	],
	emptyGreeting: [
		...['Hi !', 'שלום , ההזמנה מוכנה', 'Здравствуйте !', 'Dear Dr , welcome', 'Hello\n, welcome'],
		...['לקוח/ה יקר/ה , שלום', ', your order is ready', '، طلبك جاهز', 'مرحبا ؛ أهلا'],
		'Дорогая , ждем вас',
		['Hello , welcome', 'Hello {name}, welcome'],
		['مرحبا ، طلبك جاهز', 'مرحبا {name|}، طلبك جاهز'],
		['שלום ל, התור מחר', 'שלום ל{name|}, התור מחר'],
		['Dear Mr. , welcome', 'Dear Mr. {name}, welcome'],
		['Thanks , bye', 'Thanks {name}, bye'],
	],
	emptyPlaces: [
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
		['תור ל ביום א', 'תור ל{day|} ביום א'],
		['עד ה, שלום', 'עד ה{day|}, שלום'],
		['طلبك ، شكرا', 'طلبك {order|}، شكرا'],
		['إلى حيفا، ، شكرا', 'إلى حيفا، {street|}، شكرا'],
		['موعدك ل في', 'موعدك ل{day|} في'],
		['Ready at , bye', 'Ready at {place|}, bye'],
	],
	leftovers: [
		...['Only <b>today</b>', 'היי [שם פרטי]', 'Hello [First name]', 'Hello [FIRST NAME]'],
		...['Hello [FirstName]', 'Hello [FIRST_NAME]', 'Hello «First_Name»', 'Hello «FirstName»'],
		...['Hello %FIRSTNAME%, hi', 'Hello %first_name%', 'Hello <<First Name>>'],
		...['Hello <First Name>', 'Hello <%= name %>', 'Hello <?= $name ?>'],
		...['Only <font color=red>today', 'Hello $name, hi', 'Hello $firstName$', 'Hello @name@'],
		...['Hello ##NAME##', 'Hello -firstName-', 'Hello _NAME_', 'Hello __name__'],
		...['Hello :name, hi', 'Hello [[name]]'],
		['Hi {first_name}', '={{ $json.text }}'],
		['Hi {{ $json.name }}', '={{ $json.text }}'],
		['Hi [first name]', 'Hi [first name]'],
		['Hi <name>', 'Hi <name>'],
		['Hi %s, bye', 'Hi %s, bye'],
		['Hello [First Name], hi', 'Hello {name}, hi'],
		['Hello <script>, welcome', 'Hello {name}, welcome'],
		['Hello <script>alert(1)</script>', '={{ $json.text }}'],
		['Hello <svg/onload=alert(1)>, welcome', '=Hello {{ $json.name }}, welcome'],
		['Hello <שם הלקוח>, welcome', 'Hello {name}, welcome'],
		['Hello <unknown>, welcome', 'Hello {name}, welcome'],
		['Hello Dana<!-- new -->', 'Hello {name}'],
		['Hello First Name, hi', 'Hello {name}, hi'],
		['Hello first_name, hi', 'Hello {name}, hi'],
	],
	gluedLinks: [
		...['Clickhttps://shop.example.com', 'https://shop.example.com/aלפרטים'],
		...['See https://shop.example.com/x.Reply STOP, sale', 'See https://shop.example.com/x,now'],
		...['https://shop.example.com/x-לפרטים', 'go shop.co.ilעכשיו'],
		...['See https:// shop.example.com', 'See https:/shop.example.com'],
		...['See https://shop.example.com.Reply STOP', 'https://shop.example.com.לפרטים'],
		...['See myshop.com/x,now', 'https://shop.example.com/x!Хорошо'],
		['See https://', 'See https://{link}'],
		['See https://https://shop.example.com', 'See https://{link}'],
	],
	insecureLinks: [
		...['See http://shop.example.com', 'See www.example.com', 'See shop.example.com/sale'],
		...['Details at shop.co.il now', 'Details at shop.com', 'See MyShop.co.il.'],
		...['See (shop.com), now', 'פרטים: shop.co.il'],
	],
	privateLinks: [
		...['See http://localhost:5678/form', 'See https://192.168.1.4/a'],
		'See https://intranet/sale',
	],
	shorteners: [
		...['See https://bit.ly/3abc', 'See bit.ly/3abc', 'See https://did.li/abc', 'did.li/abc'],
		'See https://clck.ru/1a',
	],
	messageLength: [...['a'.repeat(142), 'a'.repeat(269), `${'a'.repeat(100)} – b`]],
	direction: [
		...['שלום, התקשרו +972 57 000 4567', 'שלום, התקשרו 057 000 4567'],
		...['לפרטים https://shop.example.co.il/a 50% הנחה להסרה', 'קוד 123 ABC'],
		'قسيمة: رمز 4521 XY',
	],
	optOut: [
		...['Sale: 20% off until Sunday', 'Sale: 20% off, nonstop and unstoppable'],
		...['Sale: https://shop.example.com/last-stop-sale', 'تخفيض اليوم'],
	],
};

/** Texts that are right, whatever they look like. */
const right: Text[] = [
	'Hi Dana, your order 1234 ships tomorrow. Track: https://shop.example.com/t/A-1',
	'שלום דנה, ההזמנה 1234 יצאה. למעקב: https://shop.example.co.il/t/1234',
	...['שלום דנה, נתראה ב-12/5 בשעה 14:30, טלפון 057-0004567', 'שעות הפתיחה 9:00 - 18:00'],
	...['MyShop: שלום דנה, מחכים לך', 'Sale! 50% off today. Reply STOP to opt out'],
	...['מבצע: 20% הנחה. להסרה השיבו הסר', 'Null Euro heute'],
	...['Undefined, BaNaNas, annulled, non-null, nullify', 'Files in C:\\new\\reports'],
	...['NÃO PERCA, ÂNGELA: 20×30 cm', 'See https://maps.example.com/@32.085300000001,34.7818'],
	...['Version 1.2.3 costs 12.50 or 1.000.000', '[AD] Order #5 [urgent], 2 < 3 > 1'],
	...['100% sure, 20%s', 'Hi :) all good', 'Hello ... are you there?'],
	'See https://shop.example.com/a, or (https://shop.example.com).',
	'See https://shop.example.co.il/מבצעים',
	...['Write to a@example.com/b or use node.js/express, and/or 24/7', 'a'.repeat(140)],
	...['a'.repeat(200), 'א'.repeat(100), 'Acme Ltd., thanks'],
	'Sale: 20% off. https://shop.example.com/unsubscribe?c=1',
	'See https://shop.example.com/Terms.Html or https://shop.example.com/a,b or https://maps.example.com/@32.08,34.78,15z',
	'See https://Shop.Example.Co.Il and https://shop.example.com/a.PDF',
	'https://shop.example.com/?ids=a,bc&u=https://b.example.com',
	'Write to dana.net@shop.com, dana@my-shop.co.il or john.com.levi@shop.org',
	'See you at 5.Come early. We use Node.js and net.',
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
	['Delivery on 1764000000000', 'Delivery on 1764000000000'],
	['Order 1764000000, code 1234567890', 'Order {order}, code {code}'],
	['Order #1764000000, ref. 1764000000', 'Order #{order}, ref. {ref}'],
	['מספר הזמנה: 1764000000', 'מספר הזמנה: {order}'],
	['Call 2125550100 or 1700500500, write to 972570004567', 'Call {a} or {b}, write to {c}'],
	['Pay 45987.5 or 45987, barcode 7290000000015', 'Pay {a} or {b}, barcode {c}'],
	['See https://shop.example.com/1764000000000', 'See https://shop.example.com/{id}'],
	['Parcel A-1764000000', 'Parcel A-{id}'],
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
	['Press <Menu> twice, Dana', 'Press <Menu> twice, {name}'],
	['קבוצה ב, כיתה א', 'קבוצה {group}, כיתה א'],
	['ב 5 ליוני', 'ב {day} ליוני'],
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
		const others = ['sameForAll', 'senderName'];
		const tried = new Set([...Object.keys(faulty), ...others]);
		expect(checkChoices.filter(({ value }) => !tried.has(value))).toEqual([]);
	});

	it('name the place, and one fault once', () => {
		const place = { check: 'emptyGreeting', found: 'Hello ,' };
		expect(found('Hello , welcome', 'Hello {name}, welcome')).toMatchObject([place]);
		const around = (sign: string) =>
			found(`Order-Number ${sign} is ready today`, `Order-Number ${sign}{n} is ready today`);
		expect(around('no. ')).toMatchObject([{ found: 'r-Number no.  is ready tod' }]);
		expect(around('no. #')).toMatchObject([{ found: 'Number no. # is ready to' }]);
	});

	it('name the character that made a text dearer, and how many too many there are', () => {
		expect(found(`${'a'.repeat(100)} – b`)).toMatchObject([
			{
				what: 'a special character makes the text 2 messages instead of 1',
				found: '– (U+2013, character 102)',
			},
		]);
		const what = '2 characters make the text 2 messages instead of 1';
		expect(found('a'.repeat(142))).toMatchObject([{ what }]);
	});

	it.each([
		['My Shop', 'MyShopping nonstop', false],
		['MyShop', 'Sale at https://myshop.com/stopwatch', false],
		['MyShop', 'Write to info@myshop.com', false],
		['MyShop', "MYSHOP's sale", true],
		['MyShop', 'my-shop: sale', true],
		['MyShop', 'Sale ב-MyShop', true],
		['MyShop', 'Sale בMyShop', true],
		['My Shop', 'my\u00a0shop', true],
		['מיישופ', 'הודעה ממיישופ', true],
		['Wix.com', 'Sale at wix.com!', true],
		['☂', 'Sale ☂', true],
		['☂', 'Sale', false],
	])('look for a sender, %j, as whole words outside of addresses: %j', (senderName, text, has) => {
		expect(names(text, '', { senderName }).includes('senderName')).toBe(!has);
	});

	it.each([
		['STOP', 'MyShopping nonstop', false],
		['STOP', 'https://myshop.com/last-stop', false],
		['STOP', 'https://myshop.com/stop', true],
		['STOP', 'Text "stop"', true],
		['opt out', 'To opt-out text 1', true],
		['opt out', 'To OptOut text 1', true],
		['opt out', 'Adopt outdoors', false],
		['הסרה', 'להסרה השיבו 1', true],
		['הסר', 'הסרטון החדש', false],
		['إلغاء', 'لإلغاء أرسل 1', true],
	])('look for an opt-out word, %j, as a whole: %j', (word, text, has) => {
		expect(names(text, '', { optOutWords: [word] }).includes('optOut')).toBe(!has);
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

	it('know a time of a template in milliseconds, since a number of fewer digits may be an order', () => {
		expect(names('1764000000000', '', { channel: 'chat' })).toEqual(['brokenValues']);
		expect(names('1764000000', '', { channel: 'chat' })).toEqual([]);
	});
});

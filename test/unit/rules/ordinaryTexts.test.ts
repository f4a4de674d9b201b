// If this fails, the checks warn of texts that are right, and people learn to overlook warnings.
import { warningsOf } from '../../../nodes/shared/rules/messageChecks';
import { typedWithFields } from '../../../nodes/shared/rules/insertedValues';

/** What people write, from shops that do not exist. */
const texts = [
	// English
	'Hi Dana, your order 48213 ships tomorrow. Track it: https://shop.example.com/t/48213',
	'[URGENT] Your appointment moved to 14:30. Questions? Call 057-0004567.',
	'Reminder: yoga class tomorrow (Tue 12/05) at 7pm. Reply YES or NO.',
	'Q&A with our chef tonight: https://live.example.com/qa?id=7&lang=en',
	'Rate us 1-5: https://shop.example.com/r/ab-12_c?utm_source=sms&utm_campaign=may',
	'See "Terms": https://shop.example.com/terms. Thanks!',
	'Hey you! Two pizzas = 1 free drink; today only.',
	"It's here: the new collection. We can't wait to see you.",
	'Infinity Spa: none of our rooms is left for Friday, so book for Monday.',
	'Our null-waste shop opens on Main St. No. 5.',
	'Dear Mr. Levi, your table for 4 is booked.',
	'Hello ... is it me you are looking for?',
	'<3 We love you! -> come in before 5',
	'>> SALE << up to 40% off, unsubscribe: reply STOP',
	// Hebrew
	'שלום דנה, ההזמנה 48213 יצאה לדרך. למעקב: https://shop.example.co.il/t/48213',
	'שלום, תזכורת לתור ביום א׳ 12/5 בשעה 14:30. לביטול התקשרו 057-0004567',
	"לקוחות יקרים, ביום ו' נסגור ב-13:00. שבת שלום!",
	'תודה שקנית אצלנו. נשמח לדירוג:\nhttps://shop.example.co.il/r/12',
	'לכבוד בע"מ הדוגמה, החשבונית ע"ס 1,250.00 ש"ח נשלחה במייל info@shop.example.co.il',
	'צהריים טובים! מנה עסקית ב 59 ש"ח... בואו רעבים',
	// Arabic
	'مرحبا دانة، طلبك 48213 جاهز للاستلام.',
	'عزيزتي نور، شكرا لزيارتك! نراك قريبا؛ أهلا بك دائما.',
	'أهلا وسهلا! هل تريد تأكيد الموعد؟ أرسل نعم أو لا',
	'طلبك في الطريق:\nhttps://shop.example.com/t/48213',
	// Russian
	'Здравствуйте, Анна! Ваш заказ 48213 готов к выдаче.',
	'Уважаемый Иван Петрович, спасибо за покупку!',
	'Добрый вечер! Столик на 4 персоны, зал «Имя розы».',
];

/** Texts with merge fields and expressions, and what comes of them. */
const filled: Array<[string, string]> = [
	['Hi {name}, your order {order} is ready.', 'Hi Dana, your order A-12 is ready.'],
	['Hi {name}, you owe {sum} NIS', 'Hi Mary-Jane, you owe 12.5 NIS'],
	['Hello {name}', 'Hello Null'],
	['Allergies: {allergies}, table {table}', 'Allergies: None, table 4'],
	['Delivery: {how}', 'Delivery: N/A'],
	['Group {group}, room {room}', 'Group B, room -'],
	['Hi {name}{extra}. Bye', 'Hi Dana. Bye'],
	['Code {code}', 'Code X_1$y%'],
	['שלום {name}, תור ל{day} ב-{time}', 'שלום דנה, תור ליום א ב-14:30'],
	['קבוצה {group}, שעה {time}', 'קבוצה ב, שעה 9:00'],
	['שלום ל{name}, מה שלומך?', 'שלום לד"ר כהן, מה שלומך?'],
	['مرحبا {name}، طلبك جاهز', 'مرحبا نور، طلبك جاهز'],
	['Здравствуйте, {name}!', 'Здравствуйте, Анна!'],
	['=Hi {{ $json.name }}, see {{ $json.link }}', 'Hi Dana, see https://shop.example.com/a?b=c&d=e'],
	['=Total {{ $json.total }} on {{ $json.day }}', 'Total 12.50 on 2026-11-25'],
];

const warned = (own: string, saved: string) =>
	warningsOf({ channel: 'sms', own, whole: own, typed: typedWithFields(saved) });

it.each(texts)('a text that is right is not warned of: %j', (text) => {
	expect(warned(text, text)).toEqual([]);
	expect(warned(text, '={{ $json.text }}')).toEqual([]);
	expect(warned(`${text}\nDana`, `${text}\n{name}`)).toEqual([]);
	// A value of a template is one line.
	const own = text.replaceAll('\n', ' ');
	expect(warningsOf({ channel: 'chat', own, whole: own, typed: '' })).toEqual([]);
});

it.each(filled)('data that is right is not warned of: %j', (saved, own) => {
	expect(warned(own, saved)).toEqual([]);
});

// If this fails, the checks warn of texts that are right, and people learn to overlook warnings.
import { warningsOf } from '../../../nodes/shared/rules/messageChecks';
import { typedWithFields } from '../../../nodes/shared/rules/insertedValues';

/** What people write, from shops that do not exist. */
const texts = [
	// English
	'Hi Dana, your order 48213 ships tomorrow. Track it: https://shop.example.com/t/48213',
	'MyShop: spring sale, 20% off until Sunday! Reply STOP to opt out.',
	'[URGENT] Your appointment moved to 14:30. Questions? Call 057-0004567.',
	'Your code is 493 812. It is valid for 5 minutes.',
	'Reminder: yoga class tomorrow (Tue 12/05) at 7pm. Reply YES or NO.',
	'Black Friday @ MyShop!!! Up to 70% off... Opt out: reply STOP',
	'Your parcel is at Locker #12. Bring ID.',
	'Q&A with our chef tonight: https://live.example.com/qa?id=7&lang=en',
	'Rate us 1-5: https://shop.example.com/r/ab-12_c?utm_source=sms&utm_campaign=may',
	'See "Terms": https://shop.example.com/terms. Thanks!',
	'Hey you! Two pizzas = 1 free drink; today only.',
	"It's here: the new collection. We can't wait to see you.",
	'Write to info@shop.example.com or call +1 555 0100.',
	'Meet us at Hall B, Stand 4/7 - 24/7 support.',
	'Infinity Spa: none of our rooms is left for Friday, so book for Monday.',
	'Our null-waste shop opens on Main St. No. 5.',
	'Dear Mr. Levi, your table for 4 is booked.',
	'Hello ... is it me you are looking for?',
	'<3 We love you! -> come in before 5',
	'>> SALE << up to 40% off, unsubscribe: reply STOP',
	'Follow us: instagram :my_shop, @my_shop',
	// Hebrew
	'שלום דנה, ההזמנה 48213 יצאה לדרך. למעקב: https://shop.example.co.il/t/48213',
	'היי! רק היום 20% הנחה על כל החנות. להסרה השיבו הסר',
	'שלום, תזכורת לתור ביום א׳ 12/5 בשעה 14:30. לביטול התקשרו 057-0004567',
	"לקוחות יקרים, ביום ו' נסגור ב-13:00. שבת שלום!",
	'בוקר טוב, השיעור של קבוצה ב מתחיל ב-9:00',
	'מבצע 1+1 על כל הספרים! הסרה: השב/י הסר',
	'תודה שקנית אצלנו. נשמח לדירוג:\nhttps://shop.example.co.il/r/12',
	'לכבוד בע"מ הדוגמה, החשבונית ע"ס 1,250.00 ש"ח נשלחה במייל info@shop.example.co.il',
	'אהלן, חדש אצלנו: iPhone ו-Galaxy במחירי השקה',
	'שעות הפתיחה: א-ה 9:00-19:00, ו 8:00-13:00',
	'צהריים טובים! מנה עסקית ב 59 ש"ח... בואו רעבים',
	// Arabic
	'مرحبا دانة، طلبك 48213 جاهز للاستلام.',
	'السلام عليكم، موعدك غدا الساعة 14:30. للاستفسار 057-0004567',
	'خصم 20% على كل المنتجات حتى يوم الأحد. للإلغاء أرسل: إيقاف',
	'عزيزتي نور، شكرا لزيارتك! نراك قريبا؛ أهلا بك دائما.',
	'أهلا وسهلا! هل تريد تأكيد الموعد؟ أرسل نعم أو لا',
	'طلبك في الطريق:\nhttps://shop.example.com/t/48213',
	'نعمل من 9:00 حتى 18:00، ما عدا الجمعة.',
	// Russian
	'Здравствуйте, Анна! Ваш заказ 48213 готов к выдаче.',
	'Привет! Скидка 20% до воскресенья. Чтобы отписаться, ответьте СТОП',
	'Уважаемый Иван Петрович, спасибо за покупку!',
	'Код: 493812. Никому его не сообщайте.',
	'Магазин «Ромашка»: новая коллекция уже здесь!',
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
	expect(warningsOf({ channel: 'chat', own: text, whole: text, typed: '' })).toEqual([]);
});

it.each(filled)('data that is right is not warned of: %j', (saved, own) => {
	expect(warned(own, saved)).toEqual([]);
});

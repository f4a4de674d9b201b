// If this fails, the checks warn of texts that are right, and people learn to overlook warnings.
import { warningsOf } from '../../../nodes/shared/rules/messageChecks';
import { typedWithFields } from '../../../nodes/shared/rules/insertedValues';

/** What people write, from shops that do not exist. */
const texts = [
	// English
	'Hi Dana, your order 48213 ships tomorrow. Track it: https://shop.example.com/t/48213',
	'MyShop: spring sale, 20% off until Sunday! Reply STOP to opt out.',
	'Hello, we are open today 9:00-18:00. See you soon :)',
	'[URGENT] Your appointment moved to 14:30. Questions? Call 057-0004567.',
	'[MyShop] New in: iPhone cases, 2 for 1. Text STOP to end.',
	'Your code is 493 812. It is valid for 5 minutes.',
	'Dear Noa, thank you for your donation of $50.00.',
	'Happy birthday, Dana! Enjoy 15% off with code BDAY15. Unsubscribe: https://shop.example.com/unsubscribe',
	'Reminder: yoga class tomorrow (Tue 12/05) at 7pm. Reply YES or NO.',
	'Black Friday @ MyShop!!! Up to 70% off... Opt out: reply STOP',
	'Good morning! Coffee & cake for 25 NIS, only today.',
	'Your parcel is at Locker #12. Bring ID.',
	'Q&A with our chef tonight: https://live.example.com/qa?id=7&lang=en',
	'Rate us 1-5: https://shop.example.com/r/ab-12_c?utm_source=sms&utm_campaign=may',
	'See "Terms": https://shop.example.com/terms. Thanks!',
	'Win a trip to Rome* #summer #fun *T&C apply',
	'Hey you! Two pizzas = 1 free drink; today only.',
	"It's here: the new collection. We can't wait to see you.",
	'Prices from 9.99 to 1,299.00, tax included.',
	'Write to info@shop.example.com or call +1 555 0100.',
	'Meet us at Hall B, Stand 4/7 - 24/7 support.',
	'Infinity Spa: none of our rooms is left for Friday, so book for Monday.',
	'Nil returns are due by 31.12.2026, please file.',
	'Our null-waste shop opens on Main St. No. 5.',
	'Thanks for coming, see you next time!',
	'Dear Mr. Levi, your table for 4 is booked.',
	'Hello ... is it me you are looking for?',
	'<3 We love you! -> come in before 5',
	'50% OFF SHOES / 30% OFF BAGS. Text STOP to opt out',
	'>> SALE << up to 40% off, unsubscribe: reply STOP',
	'Order A-100_b is ready: 3 x 2.5 kg @ 12.90',
	'Follow us: instagram :my_shop, @my_shop',
	'Balance: $12.40. Pay by 1/1, e.g. at any branch.',
	// Hebrew
	'שלום דנה, ההזמנה 48213 יצאה לדרך. למעקב: https://shop.example.co.il/t/48213',
	'היי! רק היום 20% הנחה על כל החנות. להסרה השיבו הסר',
	'שלום, תזכורת לתור ביום א׳ 12/5 בשעה 14:30. לביטול התקשרו 057-0004567',
	'מזל טוב ליום ההולדת! מחכה לך מתנה בסניף, קפה ב-5 ש"ח',
	"לקוחות יקרים, ביום ו' נסגור ב-13:00. שבת שלום!",
	'בוקר טוב, השיעור של קבוצה ב מתחיל ב-9:00',
	'חבילה של 100 GB ב-49.90 ₪ לחודש. פרטים בסניף',
	'קוד האימות שלך: 493812',
	'מבצע 1+1 על כל הספרים! הסרה: השב/י הסר',
	'תודה שקנית אצלנו. נשמח לדירוג:\nhttps://shop.example.co.il/r/12',
	'ערב טוב נועה, השולחן ל-4 מוכן. מספר 12',
	'לכבוד בע"מ הדוגמה, החשבונית ע"ס 1,250.00 ש"ח נשלחה במייל info@shop.example.co.il',
	'הגן ייפתח מחר ב-8:00, נא להביא כובע, מים ותיק.',
	'אהלן, חדש אצלנו: iPhone ו-Galaxy במחירי השקה',
	'שעות הפתיחה: א-ה 9:00-19:00, ו 8:00-13:00',
	'צהריים טובים! מנה עסקית ב 59 ש"ח... בואו רעבים',
	'נא לאשר הגעה: כן / לא',
	'MyShop: שלום דנה, מחכים לך',
	// Arabic
	'مرحبا دانة، طلبك 48213 جاهز للاستلام.',
	'السلام عليكم، موعدك غدا الساعة 14:30. للاستفسار 057-0004567',
	'خصم 20% على كل المنتجات حتى يوم الأحد. للإلغاء أرسل: إيقاف',
	'عزيزتي نور، شكرا لزيارتك! نراك قريبا؛ أهلا بك دائما.',
	'رمز التحقق: 493812',
	'أهلا وسهلا! هل تريد تأكيد الموعد؟ أرسل نعم أو لا',
	'عرض خاص: قطعتان بسعر واحدة. لإلغاء الاشتراك أرسل إلغاء',
	'طلبك في الطريق:\nhttps://shop.example.com/t/48213',
	'كل عام وأنتم بخير، من عائلة المتجر',
	'نعمل من 9:00 حتى 18:00، ما عدا الجمعة.',
	// Russian
	'Здравствуйте, Анна! Ваш заказ 48213 готов к выдаче.',
	'Привет! Скидка 20% до воскресенья. Чтобы отписаться, ответьте СТОП',
	'Добрый день, напоминаем о записи 12.05 в 14:30.',
	'Уважаемый Иван Петрович, спасибо за покупку!',
	'Код: 493812. Никому его не сообщайте.',
	'Магазин «Ромашка»: новая коллекция уже здесь!',
	'Распродажа: до -50% на обувь. Отказаться: ответьте СТОП',
	'Ждем вас с 9:00 до 18:00, вход со двора.',
	'Оплатите счет до 31.12: https://shop.example.com/pay/48213',
	'Добрый вечер! Столик на 4 персоны, зал «Имя розы».',
	'С днем рождения! Дарим 500 руб. на следующую покупку.',
];

/** Texts with merge fields and expressions, and what comes of them. */
const filled: Array<[string, string]> = [
	['Hi {name}, your order {order} is ready.', 'Hi Dana, your order A-12 is ready.'],
	['Hi {name}, you owe {sum} NIS', 'Hi Mary-Jane, you owe 12.5 NIS'],
	['Hello {name}', 'Hello Null'],
	['Allergies: {allergies}, table {table}', 'Allergies: None, table 4'],
	['Delivery: {how}', 'Delivery: N/A'],
	['Group {group}, room {room}', 'Group B, room -'],
	['{name}, thanks!', 'Dana, thanks!'],
	['Hi {name}{extra}. Bye', 'Hi Dana. Bye'],
	['Open {from} - {until}', 'Open 9:00 - 18:00'],
	['Code {code}', 'Code X_1$y%'],
	['שלום {name}, תור ל{day} ב-{time}', 'שלום דנה, תור ליום א ב-14:30'],
	['קבוצה {group}, שעה {time}', 'קבוצה ב, שעה 9:00'],
	['שלום ל{name}, מה שלומך?', 'שלום לד"ר כהן, מה שלומך?'],
	['مرحبا {name}، طلبك جاهز', 'مرحبا نور، طلبك جاهز'],
	['Здравствуйте, {name}!', 'Здравствуйте, Анна!'],
	['=Hi {{ $json.name }}, see {{ $json.link }}', 'Hi Dana, see https://shop.example.com/a?b=c&d=e'],
	['=Total {{ $json.total }} on {{ $json.day }}', 'Total 12.50 on 2026-11-25'],
];

/** A length is a fact of a text, whatever else is right with it. */
const warned = (own: string, saved: string) =>
	warningsOf({
		...{ channel: 'sms', own, whole: own, typed: typedWithFields(saved), isDraft: true },
	}).filter(({ check }) => check !== 'messageLength');

it.each(texts)('a text that is right is not warned of: %j', (text) => {
	expect(warned(text, text)).toEqual([]);
	expect(warned(text, '={{ $json.text }}')).toEqual([]);
	expect(warned(`${text}\nDana`, `${text}\n{name}`)).toEqual([]);
	expect(warningsOf({ channel: 'chat', own: text, whole: text, typed: '', isDraft: true })).toEqual(
		[],
	);
});

it.each(filled)('data that is right is not warned of: %j', (saved, own) => {
	expect(warned(own, saved)).toEqual([]);
});

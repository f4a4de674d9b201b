import type { INodePropertyOptions } from 'n8n-workflow';

import { dayIn, englishPreview } from '../campaign/previewPage';

/** What is said at the top of a page that only tells something. */
export interface Notice {
	title: string;
	text: string;
}

/** A number with its noun in the right form. */
function plural(
	language: string,
	count: number,
	forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
	const rule = new Intl.PluralRules(language).select(count);
	return `${count} ${forms[rule] ?? forms.other}`;
}

const english = {
	direction: 'ltr' as 'ltr' | 'rtl',
	question: 'Your answer is needed',
	/** Of a human review: the name of the tool follows, and its arguments. */
	details: 'Details',
	approve: 'Approve',
	decline: 'Decline',
	/** Label of a free-text answer, and the button that sends it or a form. */
	yourAnswer: 'Your answer',
	send: 'Send',
	/** The choice of a dropdown before anything is chosen. */
	choose: 'Choose',
	empty: 'Please fill in this field.',
	wrongNumber: 'Please enter a number.',
	wrongEmail: 'Please enter an email address.',
	wrongDate: 'Please enter a date.',
	tooLong: 'This text is too long.',
	/** A message to the others; the phone of the person who answered follows. */
	answeredBy: 'Answered by',
	thanks: { title: 'Thank you', text: 'Your answer was received. You can close this page.' },
	answered: { title: 'Already answered', text: 'This question has been answered.' },
	expired: { title: 'Time is up', text: 'This question can no longer be answered.' },
	invalid: {
		title: 'This link does not work',
		text: 'It is incomplete, or belongs to a question that is no longer open.',
	},
	later: {
		title: 'Please try again',
		text: 'Something went wrong, and your answer was not saved.',
	},
	unclear: {
		title: 'Please answer again',
		text: 'Something went wrong with your answer, and it was not saved. Please open the link and try again.',
	},
	/** The page behind an opt-out link. The end of the phone number follows the texts of the first three. */
	optOut: {
		stop: 'Stop messages',
		restart: 'Get messages again',
		question: { title: 'Stop messages?', text: 'For the phone number ending in' },
		/** In the place of the phone, on the page of a preview's link. */
		sample: 'This is a sample link. It shows what recipients see, and stops no messages.',
		stopped: {
			title: 'Messages stopped',
			text: 'We received your request. You will get no more messages at the phone number ending in',
		},
		restarted: {
			title: 'Messages will come again',
			text: 'We received your request. You will get messages again at the phone number ending in',
		},
		invalid: {
			title: 'This link does not work',
			text: 'It is incomplete, or was replaced. To stop messages, please contact the sender.',
		},
		later: {
			title: 'Please try again',
			text: 'Something went wrong, and your request was not saved.',
		},
	},
	campaign: { ...englishPreview, why: 'Reason for declining (optional)' },
};

/** Everything the page says by itself. */
export type PageTexts = typeof english;

const russian: PageTexts = {
	direction: 'ltr',
	question: 'Требуется ваш ответ',
	details: 'Подробности',
	approve: 'Одобрить',
	decline: 'Отклонить',
	yourAnswer: 'Ваш ответ',
	send: 'Отправить',
	choose: 'Выберите',
	empty: 'Заполните это поле.',
	wrongNumber: 'Введите число.',
	wrongEmail: 'Введите адрес электронной почты.',
	wrongDate: 'Введите дату.',
	tooLong: 'Текст слишком длинный.',
	answeredBy: 'Получен ответ с номера',
	thanks: { title: 'Спасибо', text: 'Ваш ответ получен. Эту страницу можно закрыть.' },
	answered: { title: 'Ответ уже получен', text: 'На этот вопрос уже ответили.' },
	expired: { title: 'Время вышло', text: 'На этот вопрос уже нельзя ответить.' },
	invalid: {
		title: 'Ссылка не работает',
		text: 'Она неполная или относится к вопросу, который уже закрыт.',
	},
	later: { title: 'Попробуйте ещё раз', text: 'Что-то пошло не так, и ваш ответ не сохранён.' },
	unclear: {
		title: 'Ответьте ещё раз',
		text: 'С вашим ответом что-то пошло не так, и он не сохранён. Откройте ссылку и попробуйте ещё раз.',
	},
	optOut: {
		stop: 'Отписаться',
		restart: 'Получать сообщения снова',
		question: { title: 'Отписаться от сообщений?', text: 'Для номера, который заканчивается на' },
		sample: 'Это образец ссылки. Он показывает, что видят получатели, и никого не отписывает.',
		stopped: {
			title: 'Вы отписались',
			text: 'Запрос получен. Сообщения больше не будут приходить на номер, который заканчивается на',
		},
		restarted: {
			title: 'Сообщения снова будут приходить',
			text: 'Запрос получен. Сообщения снова будут приходить на номер, который заканчивается на',
		},
		invalid: {
			title: 'Ссылка не работает',
			text: 'Она неполная или была заменена. Чтобы отписаться, свяжитесь с отправителем.',
		},
		later: { title: 'Попробуйте ещё раз', text: 'Что-то пошло не так, и ваш запрос не сохранён.' },
	},
	campaign: {
		warnings: 'Предупреждения',
		cost: 'Стоимость',
		messages: 'Сообщения',
		recipients: 'Получатели',
		timeZones: 'Местное время получателей',
		leftOut: 'Не получат сообщение',
		refused: 'Отклонены',
		rows: (count) => plural('ru', count, { one: 'строка', few: 'строки', other: 'строк' }),
		each: (count) =>
			plural('ru', count, { one: 'сообщение', few: 'сообщения', other: 'сообщений' }),
		threeOrMore: '3 сообщения или больше',
		perRecipient: (messages) => `${messages} на каждого получателя`,
		unknownRecipients: 'Сколько получателей в списках, знает только сервис.',
		campaign: 'Рассылка',
		name: 'Описание',
		sender: 'Отправитель',
		ownSender: 'Отправитель, указанный в учётной записи',
		language: 'Язык шаблона',
		begins: 'Начало отправки',
		atOnce: 'Сразу',
		byRule: 'Время задаст выражение при отправке',
		afterQuiet: ', а в тихие часы — когда они закончатся',
		localTime: 'местное время получателей',
		quietHours: 'Тихие часы',
		day: (index) => dayIn('ru', index),
		spreadOver: 'Распределить на',
		hours: (count) => plural('ru', count, { one: 'час', few: 'часа', other: 'часов' }),
		delay: 'Пауза между получателями',
		seconds: (count) => plural('ru', count, { one: 'секунда', few: 'секунды', other: 'секунд' }),
		firstOf: (shown, all) => `Показано разных сообщений: ${shown} из ${all}.`,
		why: 'Причина отказа (необязательно)',
	},
};

const hebrew: PageTexts = {
	direction: 'rtl',
	question: 'נדרשת תשובה',
	details: 'פרטים',
	approve: 'אישור',
	decline: 'דחייה',
	yourAnswer: 'התשובה שלך',
	send: 'שליחה',
	choose: 'בחירה',
	empty: 'יש למלא את השדה הזה.',
	wrongNumber: 'יש להזין מספר.',
	wrongEmail: 'יש להזין כתובת דוא"ל.',
	wrongDate: 'יש להזין תאריך.',
	tooLong: 'הטקסט ארוך מדי.',
	answeredBy: 'התקבלה תשובה מהמספר',
	thanks: { title: 'תודה', text: 'התשובה התקבלה. אפשר לסגור את הדף.' },
	answered: { title: 'כבר התקבלה תשובה', text: 'השאלה הזאת כבר נענתה.' },
	expired: { title: 'הזמן נגמר', text: 'כבר לא ניתן לענות על השאלה הזאת.' },
	invalid: { title: 'הקישור אינו פעיל', text: 'הקישור חלקי, או שייך לשאלה שכבר אינה פתוחה.' },
	later: { title: 'יש לנסות שוב', text: 'משהו השתבש, והתשובה לא נשמרה.' },
	unclear: {
		title: 'יש לענות שוב',
		text: 'משהו השתבש בתשובה, והיא לא נשמרה. יש לפתוח את הקישור ולנסות שוב.',
	},
	optOut: {
		stop: 'הפסקת ההודעות',
		restart: 'קבלת הודעות שוב',
		question: { title: 'להפסיק את ההודעות?', text: 'עבור מספר הטלפון המסתיים בספרות' },
		sample: 'זהו קישור לדוגמה. הוא מציג מה הנמענים רואים, ואינו מפסיק הודעות.',
		stopped: {
			title: 'ההודעות הופסקו',
			text: 'הבקשה התקבלה. לא יישלחו עוד הודעות למספר הטלפון המסתיים בספרות',
		},
		restarted: {
			title: 'ההודעות יישלחו שוב',
			text: 'הבקשה התקבלה. הודעות יישלחו שוב למספר הטלפון המסתיים בספרות',
		},
		invalid: {
			title: 'הקישור אינו פעיל',
			text: 'הקישור חלקי או שהוחלף. להפסקת ההודעות יש לפנות לשולח.',
		},
		later: { title: 'יש לנסות שוב', text: 'משהו השתבש, והבקשה לא נשמרה.' },
	},
	campaign: {
		warnings: 'אזהרות',
		cost: 'עלות',
		messages: 'הודעות',
		recipients: 'נמענים',
		timeZones: 'השעה המקומית של הנמענים',
		leftOut: 'לא יקבלו הודעה',
		refused: 'נדחו',
		rows: (count) => (count === 1 ? 'שורה אחת' : `${count} שורות`),
		each: (count) => (count === 1 ? 'הודעה אחת' : `${count} הודעות`),
		threeOrMore: '3 הודעות או יותר',
		perRecipient: (messages) => `${messages} לכל נמען`,
		unknownRecipients: 'רק השירות יודע כמה נמענים יש ברשימות.',
		campaign: 'קמפיין',
		name: 'תיאור',
		sender: 'שולח',
		ownSender: 'השולח שהוגדר בחשבון',
		language: 'שפת התבנית',
		begins: 'תחילת השליחה',
		atOnce: 'מיד',
		byRule: 'ייקבע על ידי ביטוי בעת השליחה',
		afterQuiet: ', ובשעות השקטות בסיומן',
		localTime: 'השעה המקומית של הנמענים',
		quietHours: 'שעות שקטות',
		day: (index) => dayIn('he', index),
		spreadOver: 'השליחה נפרסת על',
		hours: (count) => (count === 1 ? 'שעה אחת' : `${count} שעות`),
		delay: 'השהיה בין נמענים',
		seconds: (count) => (count === 1 ? 'שנייה אחת' : `${count} שניות`),
		firstOf: (shown, all) => `מוצגות ${shown} מתוך ${all} הודעות שונות.`,
		why: 'סיבת הדחייה (לא חובה)',
	},
};

const arabic: PageTexts = {
	direction: 'rtl',
	question: 'إجابتك مطلوبة',
	details: 'التفاصيل',
	approve: 'موافقة',
	decline: 'رفض',
	yourAnswer: 'إجابتك',
	send: 'إرسال',
	choose: 'اختيار',
	empty: 'يرجى ملء هذا الحقل.',
	wrongNumber: 'يرجى إدخال رقم.',
	wrongEmail: 'يرجى إدخال عنوان بريد إلكتروني.',
	wrongDate: 'يرجى إدخال تاريخ.',
	tooLong: 'هذا النص طويل جدًا.',
	answeredBy: 'تمت الإجابة من الرقم',
	thanks: { title: 'شكرًا', text: 'تم استلام إجابتك. يمكنك إغلاق هذه الصفحة.' },
	answered: { title: 'تمت الإجابة بالفعل', text: 'لقد تمت الإجابة عن هذا السؤال.' },
	expired: { title: 'انتهى الوقت', text: 'لم تعد الإجابة عن هذا السؤال ممكنة.' },
	invalid: { title: 'هذا الرابط لا يعمل', text: 'الرابط غير مكتمل، أو يخص سؤالًا لم يعد مفتوحًا.' },
	later: { title: 'يرجى المحاولة مرة أخرى', text: 'حدث خطأ ما ولم تُحفظ إجابتك.' },
	unclear: {
		title: 'يرجى الإجابة مرة أخرى',
		text: 'حدث خطأ في إجابتك ولم تُحفظ. افتح الرابط وحاول مرة أخرى.',
	},
	optOut: {
		stop: 'إيقاف الرسائل',
		restart: 'استلام الرسائل مجددًا',
		question: { title: 'إيقاف الرسائل؟', text: 'لرقم الهاتف الذي ينتهي بـ' },
		sample: 'هذا رابط تجريبي. يعرض ما يراه المستلمون، ولا يوقف أي رسائل.',
		stopped: {
			title: 'تم إيقاف الرسائل',
			text: 'تم استلام طلبك. لن تُرسل أي رسائل أخرى إلى رقم الهاتف الذي ينتهي بـ',
		},
		restarted: {
			title: 'ستصلك الرسائل مجددًا',
			text: 'تم استلام طلبك. ستُرسل الرسائل مجددًا إلى رقم الهاتف الذي ينتهي بـ',
		},
		invalid: {
			title: 'هذا الرابط لا يعمل',
			text: 'الرابط غير مكتمل أو تم استبداله. لإيقاف الرسائل، يرجى التواصل مع المرسل.',
		},
		later: { title: 'يرجى المحاولة مرة أخرى', text: 'حدث خطأ ما ولم يُحفظ طلبك.' },
	},
	campaign: {
		warnings: 'تنبيهات',
		cost: 'التكلفة',
		messages: 'الرسائل',
		recipients: 'المستلمون',
		timeZones: 'التوقيت المحلي للمستلمين',
		leftOut: 'لن تصلهم رسالة',
		refused: 'مرفوضة',
		rows: (count) => plural('ar', count, { one: 'صف', two: 'صف', few: 'صفوف', other: 'صفًا' }),
		each: (count) =>
			plural('ar', count, { one: 'رسالة', two: 'رسالة', few: 'رسائل', other: 'رسالة' }),
		threeOrMore: '3 رسائل أو أكثر',
		perRecipient: (messages) => `${messages} لكل مستلم`,
		unknownRecipients: 'الخدمة وحدها تعرف عدد المستلمين في القوائم.',
		campaign: 'الحملة',
		name: 'الوصف',
		sender: 'المرسل',
		ownSender: 'المرسل المحدد في الحساب',
		language: 'لغة القالب',
		begins: 'بدء الإرسال',
		atOnce: 'فورًا',
		byRule: 'يحدده تعبير عند الإرسال',
		afterQuiet: '، وفي ساعات الهدوء عند انتهائها',
		localTime: 'التوقيت المحلي للمستلمين',
		quietHours: 'ساعات الهدوء',
		day: (index) => dayIn('ar', index),
		spreadOver: 'توزيع الإرسال على',
		hours: (count) =>
			plural('ar', count, { one: 'ساعة', two: 'ساعة', few: 'ساعات', other: 'ساعة' }),
		delay: 'المهلة بين المستلمين',
		seconds: (count) =>
			plural('ar', count, { one: 'ثانية', two: 'ثانية', few: 'ثوانٍ', other: 'ثانية' }),
		firstOf: (shown, all) => `أول ${shown} من ${all} رسائل مختلفة.`,
		why: 'سبب الرفض (اختياري)',
	},
};

/** Languages the answer page speaks. */
export type PageLanguage = 'ar' | 'en' | 'he' | 'ru';

/** The same, as the option offers them. */
export const pageLanguages: Array<INodePropertyOptions & { value: PageLanguage }> = [
	{ name: 'Arabic', value: 'ar' },
	{ name: 'English', value: 'en' },
	{ name: 'Hebrew', value: 'he' },
	{ name: 'Russian', value: 'ru' },
];

/** What the page says, by language. */
export const pageTexts: Record<PageLanguage, PageTexts> = {
	ar: arabic,
	en: english,
	he: hebrew,
	ru: russian,
};

import type { INodePropertyOptions } from 'n8n-workflow';

/** What is said at the top of a page that only tells something. */
export interface Notice {
	title: string;
	text: string;
}

/** Everything the page says by itself. */
export interface PageTexts {
	direction: 'ltr' | 'rtl';
	/** Title of the page with the question. */
	question: string;
	approve: string;
	decline: string;
	/** Label of a free-text answer, and the button that sends it or a form. */
	yourAnswer: string;
	send: string;
	/** The choice of a dropdown before anything is chosen. */
	choose: string;
	/** What is said of fields that are empty, or hold what does not fit. */
	empty: string;
	wrongNumber: string;
	wrongEmail: string;
	wrongDate: string;
	tooLong: string;
	/**
	 * The page that asks for a one-time code. `codeSent` is followed by the end of the phone number, and so is
	 * `codeSentNow`: a code was entered where none was sent, or too long ago.
	 */
	codeTitle: string;
	codeSent: string;
	codeSentNow: string;
	code: string;
	confirm: string;
	newCode: string;
	wrongCode: string;
	tooManyCodes: string;
	tooManyTries: string;
	/** No code was sent; none can be, whatever the person does; nobody knows whether one was. */
	codeFailed: string;
	codeRefused: string;
	codeUnsure: string;
	/** A code was not checked; a code was checked, and nobody knows with what result. */
	codeUnchecked: string;
	codeSpent: string;
	/** A message to the others; the phone of whoever answered follows. */
	answeredBy: string;
	/** Pages that only tell something. */
	thanks: Notice;
	answered: Notice;
	expired: Notice;
	invalid: Notice;
	later: Notice;
	unclear: Notice;
}

const english: PageTexts = {
	direction: 'ltr',
	question: 'Your answer is needed',
	approve: 'Approve',
	decline: 'Decline',
	yourAnswer: 'Your answer',
	send: 'Send',
	choose: 'Choose',
	empty: 'Please fill in this field.',
	wrongNumber: 'Please enter a number.',
	wrongEmail: 'Please enter an email address.',
	wrongDate: 'Please enter a date.',
	tooLong: 'This text is too long.',
	codeTitle: 'Confirm your answer',
	codeSent: 'A code was sent to the phone number that ends in',
	codeSentNow:
		'No code that still counts had been sent for this answer. One was sent just now to the phone number that ends in',
	code: 'Code',
	confirm: 'Confirm',
	newCode: 'Send a new code',
	wrongCode: 'This code is wrong, or no longer valid.',
	tooManyCodes:
		'No further code can be sent to this phone now. A code you got for this question still counts; otherwise try again in a few minutes.',
	tooManyTries: 'Too many wrong codes. Ask for a new code, or try again in 10 minutes.',
	codeFailed: 'No code could be sent just now. Please try again.',
	codeRefused: 'The sender has to correct something: no code can be sent.',
	codeUnsure:
		'It is not certain that a code was sent. Enter it if it comes, or ask for a new code.',
	codeUnchecked: 'This code could not be checked. Please enter it again, or ask for a new code.',
	codeSpent:
		'This code could not be checked the first time, and cannot be checked any more. Please ask for a new code.',
	answeredBy: 'Answered by',
	thanks: {
		title: 'Thank you',
		text: 'Your answer was received. You can close this page.',
	},
	answered: {
		title: 'Already answered',
		text: 'This question has been answered. Nothing was changed.',
	},
	expired: {
		title: 'Time is up',
		text: 'This question can no longer be answered. Nothing was changed.',
	},
	invalid: {
		title: 'This link does not work',
		text: 'It is incomplete, or belongs to a question that is no longer open. Nothing was changed.',
	},
	later: {
		title: 'Please try again',
		text: 'Your answer could not be received just now. Nothing was changed.',
	},
	unclear: {
		title: 'Please answer again',
		text: 'What was sent is not clear: a field may have come twice. Nothing was changed. Open the link again.',
	},
};

const russian: PageTexts = {
	direction: 'ltr',
	question: 'Требуется ваш ответ',
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
	codeTitle: 'Подтвердите ответ',
	codeSent: 'Код отправлен на номер, который заканчивается на',
	codeSentNow:
		'Для этого ответа не было действующего кода. Он только что отправлен на номер, который заканчивается на',
	code: 'Код',
	confirm: 'Подтвердить',
	newCode: 'Отправить новый код',
	wrongCode: 'Код неверный или больше не действует.',
	tooManyCodes:
		'Сейчас на этот телефон нельзя отправить ещё один код. Код, полученный для этого вопроса, ещё действует; иначе попробуйте через несколько минут.',
	tooManyTries: 'Слишком много неверных кодов. Запросите новый код или попробуйте через 10 минут.',
	codeFailed: 'Сейчас не удалось отправить код. Попробуйте ещё раз.',
	codeRefused: 'Отправителю нужно кое-что исправить: код отправить нельзя.',
	codeUnsure:
		'Неизвестно, был ли отправлен код. Если он придёт, введите его, иначе запросите новый.',
	codeUnchecked: 'Этот код не удалось проверить. Введите его ещё раз или запросите новый.',
	codeSpent:
		'Этот код не удалось проверить в первый раз, и теперь проверить его нельзя. Запросите новый код.',
	answeredBy: 'Получен ответ с номера',
	thanks: { title: 'Спасибо', text: 'Ваш ответ получен. Эту страницу можно закрыть.' },
	answered: {
		title: 'Ответ уже получен',
		text: 'На этот вопрос уже ответили. Ничего не изменилось.',
	},
	expired: {
		title: 'Время вышло',
		text: 'На этот вопрос уже нельзя ответить. Ничего не изменилось.',
	},
	invalid: {
		title: 'Ссылка не работает',
		text: 'Она неполная или относится к вопросу, который уже закрыт. Ничего не изменилось.',
	},
	later: {
		title: 'Попробуйте ещё раз',
		text: 'Сейчас не удалось принять ваш ответ. Ничего не изменилось.',
	},
	unclear: {
		title: 'Ответьте ещё раз',
		text: 'Отправленное неясно: возможно, одно из полей пришло дважды. Ничего не изменилось. Откройте ссылку снова.',
	},
};

/** What the page says in Hebrew. */
const hebrew: PageTexts = {
	direction: 'rtl',
	question: 'נדרשת תשובה',
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
	codeTitle: 'אימות התשובה',
	codeSent: 'נשלח קוד למספר הטלפון המסתיים בספרות',
	codeSentNow: 'לא נשלח קוד תקף עבור התשובה הזאת. קוד נשלח כעת למספר הטלפון המסתיים בספרות',
	code: 'קוד',
	confirm: 'אימות',
	newCode: 'שליחת קוד חדש',
	wrongCode: 'הקוד שגוי או שתוקפו פג.',
	tooManyCodes:
		'לא ניתן לשלוח כעת קוד נוסף לטלפון הזה. קוד שהתקבל עבור השאלה הזאת עדיין תקף; אחרת יש לנסות שוב בעוד כמה דקות.',
	tooManyTries: 'הוזנו יותר מדי קודים שגויים. יש לבקש קוד חדש או לנסות שוב בעוד 10 דקות.',
	codeFailed: 'לא ניתן היה לשלוח קוד כעת. יש לנסות שוב.',
	codeRefused: 'על השולח לתקן משהו: לא ניתן לשלוח קוד.',
	codeUnsure: 'לא בטוח שנשלח קוד. אם יגיע, יש להזין אותו; אחרת יש לבקש קוד חדש.',
	codeUnchecked: 'לא ניתן היה לבדוק את הקוד הזה. יש להזין אותו שוב או לבקש קוד חדש.',
	codeSpent:
		'בפעם הראשונה לא ניתן היה לבדוק את הקוד הזה, וכבר לא ניתן לבדוק אותו. יש לבקש קוד חדש.',
	answeredBy: 'התקבלה תשובה מהמספר',
	thanks: { title: 'תודה', text: 'התשובה התקבלה. אפשר לסגור את הדף.' },
	answered: { title: 'כבר התקבלה תשובה', text: 'השאלה הזאת כבר נענתה. דבר לא השתנה.' },
	expired: { title: 'הזמן נגמר', text: 'כבר לא ניתן לענות על השאלה הזאת. דבר לא השתנה.' },
	invalid: {
		title: 'הקישור אינו פעיל',
		text: 'הקישור חלקי, או שייך לשאלה שכבר אינה פתוחה. דבר לא השתנה.',
	},
	later: { title: 'יש לנסות שוב', text: 'לא ניתן היה לקבל את התשובה כעת. דבר לא השתנה.' },
	unclear: {
		title: 'יש לענות שוב',
		text: 'מה שנשלח אינו ברור: ייתכן ששדה הופיע פעמיים. דבר לא השתנה. יש לפתוח שוב את הקישור.',
	},
};

/** What the page says in Arabic. */
const arabic: PageTexts = {
	direction: 'rtl',
	question: 'إجابتك مطلوبة',
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
	codeTitle: 'تأكيد إجابتك',
	codeSent: 'تم إرسال رمز إلى رقم الهاتف الذي ينتهي بـ',
	codeSentNow: 'لم يُرسل رمز صالح لهذه الإجابة. تم إرسال رمز الآن إلى رقم الهاتف الذي ينتهي بـ',
	code: 'الرمز',
	confirm: 'تأكيد',
	newCode: 'إرسال رمز جديد',
	wrongCode: 'الرمز خاطئ أو لم يعد صالحًا.',
	tooManyCodes:
		'لا يمكن إرسال رمز آخر إلى هذا الهاتف الآن. الرمز الذي وصلك لهذا السؤال ما زال صالحًا؛ وإلا فحاول مرة أخرى بعد بضع دقائق.',
	tooManyTries: 'عدد كبير جدًا من الرموز الخاطئة. اطلب رمزًا جديدًا أو حاول مرة أخرى بعد 10 دقائق.',
	codeFailed: 'تعذر إرسال رمز الآن. يرجى المحاولة مرة أخرى.',
	codeRefused: 'على المرسل تصحيح أمر ما: لا يمكن إرسال رمز.',
	codeUnsure: 'ليس مؤكدًا أنه تم إرسال رمز. أدخله إذا وصل، أو اطلب رمزًا جديدًا.',
	codeUnchecked: 'تعذر التحقق من هذا الرمز. يرجى إدخاله مرة أخرى أو طلب رمز جديد.',
	codeSpent:
		'تعذر التحقق من هذا الرمز في المرة الأولى، ولم يعد التحقق منه ممكنًا. يرجى طلب رمز جديد.',
	answeredBy: 'تمت الإجابة من الرقم',
	thanks: { title: 'شكرًا', text: 'تم استلام إجابتك. يمكنك إغلاق هذه الصفحة.' },
	answered: { title: 'تمت الإجابة بالفعل', text: 'لقد تمت الإجابة عن هذا السؤال. لم يتغير شيء.' },
	expired: { title: 'انتهى الوقت', text: 'لم تعد الإجابة عن هذا السؤال ممكنة. لم يتغير شيء.' },
	invalid: {
		title: 'هذا الرابط لا يعمل',
		text: 'الرابط غير مكتمل، أو يخص سؤالًا لم يعد مفتوحًا. لم يتغير شيء.',
	},
	later: { title: 'يرجى المحاولة مرة أخرى', text: 'تعذر استلام إجابتك الآن. لم يتغير شيء.' },
	unclear: {
		title: 'يرجى الإجابة مرة أخرى',
		text: 'ما تم إرساله غير واضح: ربما ورد أحد الحقول مرتين. لم يتغير شيء. افتح الرابط مرة أخرى.',
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

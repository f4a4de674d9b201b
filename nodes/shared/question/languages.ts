import type { INodePropertyOptions } from 'n8n-workflow';

import { arabic, hebrew } from './languagesFromRight';
import type { PageTexts } from './pageTexts';

/** Languages the answer page speaks. */
export type PageLanguage = 'ar' | 'en' | 'he' | 'ru';

/** The same, as the option offers them. */
export const pageLanguages: Array<INodePropertyOptions & { value: PageLanguage }> = [
	{ name: 'Arabic', value: 'ar' },
	{ name: 'English', value: 'en' },
	{ name: 'Hebrew', value: 'he' },
	{ name: 'Russian', value: 'ru' },
];

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
	approve: 'Подтвердить',
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

/** What the page says, by language. */
export const pageTexts: Record<PageLanguage, PageTexts> = {
	ar: arabic,
	en: english,
	he: hebrew,
	ru: russian,
};

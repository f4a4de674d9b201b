// The texts of pages, by language.
import type { INodePropertyOptions } from 'n8n-workflow';

import ar from './languages/ar.json';
import en from './languages/en.json';
import he from './languages/he.json';
import ru from './languages/ru.json';

/** What is said at the top of a page that only tells something. */
export interface Notice {
	title: string;
	text: string;
}

/**
 * Everything the pages say by themselves. The end of a phone number follows `optOut.question`, `stopped` and `restarted`. A number takes
 * the place of `#`.
 */
export type PageTexts = typeof en;

/** Languages the answer page speaks. */
export type PageLanguage = 'ar' | 'en' | 'he' | 'ru';

/** The same, as the option offers them. */
export const pageLanguages: Array<INodePropertyOptions & { value: PageLanguage }> = [
	{ name: 'Arabic', value: 'ar' },
	{ name: 'English', value: 'en' },
	{ name: 'Hebrew', value: 'he' },
	{ name: 'Russian', value: 'ru' },
];

/** What the pages say, by language. */
export const pageTexts: Record<PageLanguage, PageTexts> = { ar, en, he, ru };

/** What is said of a campaign that would be sent, with numbers in the forms of the language. */
export function previewWords(language: PageLanguage) {
	const { campaign } = pageTexts[language];
	const rules = new Intl.PluralRules(language);
	const counted = (forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }) => {
		return (count: number) =>
			(forms[rules.select(count)] ?? forms.other).replace('#', String(count));
	};
	return {
		...campaign,
		rows: counted(campaign.rows),
		each: counted(campaign.each),
		hours: counted(campaign.hours),
		seconds: counted(campaign.seconds),
		/** Of a number of messages, in words. */
		firstOf: (shown: number, all: number) =>
			campaign.firstOf.replace('{shown}', String(shown)).replace('{all}', String(all)),
		/** A day of the week by its number from Sunday on. */
		day: (index: number) =>
			new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
				// The first of this month was a Sunday.
				new Date(Date.UTC(2023, 0, 1 + index)),
			),
	};
}

export type PreviewWords = ReturnType<typeof previewWords>;

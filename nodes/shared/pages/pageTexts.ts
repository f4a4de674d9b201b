// The texts of pages, by language.
import type { INodePropertyOptions } from 'n8n-workflow';

import ar from './languages/ar.json';
import en from './languages/en.json';
import he from './languages/he.json';
import ru from './languages/ru.json';

/** The title and text of a page that is only a message. */
export interface Notice {
	title: string;
	text: string;
}

/**
 * All texts of the pages. The end of a phone number follows `optOut.question`, `stopped` and
 * `restarted`. A number replaces `#`.
 */
export type PageTexts = typeof en;

/** Languages of the answer page. */
export type PageLanguage = 'ar' | 'en' | 'he' | 'ru';

/** The same, as choices of an option. */
export const pageLanguages: Array<INodePropertyOptions & { value: PageLanguage }> = [
	{ name: 'Arabic', value: 'ar' },
	{ name: 'English', value: 'en' },
	{ name: 'Hebrew', value: 'he' },
	{ name: 'Russian', value: 'ru' },
];

/** The texts of each language. */
export const pageTexts: Record<PageLanguage, PageTexts> = { ar, en, he, ru };

/** The texts of a preview, with the language's plural forms. */
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
		/** How many messages are shown. */
		firstOf: (shown: number, all: number) =>
			campaign.firstOf.replace('{shown}', String(shown)).replace('{all}', String(all)),
		/** A day of the week. Sunday is 0. */
		day: (index: number) =>
			new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
				// The first of this month was a Sunday.
				new Date(Date.UTC(2023, 0, 1 + index)),
			),
	};
}

export type PreviewWords = ReturnType<typeof previewWords>;

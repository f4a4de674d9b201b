import texts from './errorTexts.json';

/** What an error text of the service means to the person who reads it, and what to do about it. */
interface ErrorText {
	pattern: RegExp;
	/** What happened, as a sentence without a full stop. */
	what: string;
	/** How to fix it, in sentences. */
	fix: string;
}

/**
 * Error texts of the specification ("Error words" and the rules of each endpoint), most specific first: those whose words
 * do not say by themselves what happened and what to do. The service's own words are shown beside these.
 */
export const errorTexts = texts.map(({ words, ...text }): ErrorText => ({
	pattern: new RegExp(words, 'i'),
	...text,
}));

/** Finds what an error text of the service means, or undefined for one that is not documented. */
export function explainErrorText(description: string): ErrorText | undefined {
	const words = description.replaceAll('`', '').trim();
	return errorTexts.find(({ pattern }) => pattern.test(words));
}

import { errorTexts, explainErrorText } from '../nodes/shared/service/apiError';
import documentedErrors from '../test/documentedErrors.json';

/** Heading of the section of `docs/troubleshooting.md` that is made from the error table. */
export const serviceErrorsHeading = '## What the service says';

const introduction = `An error quotes the service's own words. Where they need an explanation, it begins with the words in bold; otherwise with "The service refused the request". [Credentials](credentials.md#permissions)
lists the permission that each operation needs.`;

/**
 * What the service says and what to do about it, as Markdown: an entry of the error table each, with the documented texts
 * that lead to it.
 */
export function serviceErrors(): string {
	const entries = errorTexts.map(({ what, fix }) => {
		const words = documentedErrors.filter((text) => explainErrorText(text)?.what === what);
		const said = words.map((text) => `\`${text.replaceAll('`', '')}\``).join(', ');
		return `- **${what}.** ${escaped(fix)}${said && ` _The service:_ ${said}`}`;
	});
	return `${serviceErrorsHeading}\n\n${introduction}\n\n${entries.join('\n')}\n`;
}

/** `docs/troubleshooting.md` with that section made anew. */
export function refreshedTroubleshooting(page: string): string {
	const [byHand] = page.split(serviceErrorsHeading);
	return byHand + serviceErrors();
}

/** Characters that mean something in Markdown, as prettier writes them. */
function escaped(text: string): string {
	return text.replaceAll(/(?<=\s)_(?=\s)/g, '\\_');
}

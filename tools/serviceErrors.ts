import { errorTexts, explainErrorText } from '../nodes/shared/service/errorTexts';
import documentedErrors from '../test/documentedErrors.json';

/** Heading of the section of `docs/troubleshooting.md` that is made from the error table. */
export const serviceErrorsHeading = '## What the service says';

const introduction = `An error quotes the service's own words. Where they need an explanation, it begins with the words in bold; otherwise with "The service refused the request". [Credentials](credentials.md#permissions)
lists the permission that each operation needs.`;

/** The parts of the section, each by the entry of the error table it begins with. */
const parts: Record<string, string> = {
	'The token may not be used from this IP address': 'Token, permissions, account',
	'The reply window for this recipient is closed': 'Chat replies',
	"The template's stored data is missing or outdated": 'Templates, senders, campaigns',
	'The automation was not found': 'Automations',
	'The account has no telephony service with this code, or it is of another kind': 'Values',
	'The service cannot read the request': 'The service itself',
};

/**
 * What the service says and what to do about it, as Markdown: an entry of the error table each, with the documented texts
 * that lead to it.
 *
 * @throws Error when a part begins with an entry that the table no longer has
 */
export function serviceErrors(): string {
	const entries = errorTexts.map(({ what, fix }) => {
		const words = documentedErrors.filter((text) => explainErrorText(text)?.what === what);
		const said = words.map((text) => `\`${text.replaceAll('`', '')}\``).join(', ');
		const entry = `- **${what}.** ${escaped(fix)}${said && ` _The service:_ ${said}`}`;
		return parts[what] ? `\n### ${parts[what]}\n\n${entry}` : entry;
	});
	const firsts = errorTexts.map(({ what }) => what);
	const lost = Object.keys(parts).find((first) => !firsts.includes(first));
	if (lost) throw new Error(`The error table has no entry "${lost}", with which a part begins.`);
	return `${serviceErrorsHeading}\n\n${introduction}\n${entries.join('\n')}\n`;
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

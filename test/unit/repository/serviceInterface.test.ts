// If this fails, the reference of the service says something else than the code.
import { refreshedInterface } from '../../../tools/serviceInterface';
import documentedErrors from '../../documentedErrors.json';
import { generatedPage } from './repository';

const page = generatedPage('service-interface.md', refreshedInterface);

/** The part under a heading of whatever depth, up to the next of the same depth. */
function partOf(heading: string): string {
	const [, marks] = new RegExp(`^(#+) ${heading}$`, 'm').exec(page) ?? [];
	if (marks === undefined) throw new Error(`The page has no part "${heading}"`);
	return page
		.split(`\n${marks} ${heading}\n`)[1]
		.split(new RegExp(`^#{2,${marks.length}} `, 'm'))[0];
}

describe('docs/service-interface.md', () => {
	it('says what the code says (npm run docs:write)', () => {
		expect(page).toBe(refreshedInterface(page));
	});

	it('has the fields of every parameter', () => {
		const unfilled = [...partOf('Endpoints').matchAll(/^\| (`.+?`) .*\| +\|$/gm)];
		expect(unfilled.map(([, parameter]) => parameter)).toEqual([]);
	});

	it('has every documented error text, with what the nodes say', () => {
		const words = partOf('Error words');
		const row = (text: string) => `| \`${text.replaceAll('`', '')}\` `;
		expect(documentedErrors.filter((text) => !words.includes(row(text)))).toEqual([]);
	});
});

// If this fails, people look up an error and find nothing.

import { explainErrorText } from '../../../nodes/shared/service/apiError';
import {
	refreshedTroubleshooting,
	serviceErrors,
	serviceErrorsHeading,
} from '../../../tools/serviceErrors';
import documentedErrors from '../../documentedErrors.json';
import { filesIn, generatedPage, read } from './repository';

const page = generatedPage('troubleshooting.md', refreshedTroubleshooting);
const [byHand] = page.split(serviceErrorsHeading);

/** The nodes' source, in which values that stand inside a text are an ellipsis, as they are on the page. */
const source = filesIn('nodes', /\.ts$/).map(read).join('\n');

/** What people are said to see: first cells of the tables that begin with "You see". */
const seen = byHand
	.split(/^\| You see .*\n.*\n/m)
	.slice(1)
	.flatMap((table) => table.split('\n\n')[0].split('\n'))
	.map((row) => row.split('|')[1]?.trim() ?? '')
	.filter((cell) => cell !== '');

/** What a message has to hold for each of the texts in a cell: values in code, or the words between ellipses. */
function textsOf(cell: string): string[][] {
	const values = [...cell.matchAll(/`([^`]+)`/g)].map(([, value]) => value);
	if (values.length > 0) return [values];
	return cell.split(', or: ').map((text) => text.split('…').map((words) => words.trim()));
}

describe('docs/troubleshooting.md', () => {
	it('says what the error table says (npm run docs:write)', () => {
		expect(page.slice(byHand.length)).toBe(serviceErrors());
	});

	it('names each explained error text where people read what it means', () => {
		for (const text of documentedErrors.filter((each) => explainErrorText(each) !== undefined)) {
			expect(serviceErrors()).toContain(`\`${text.replaceAll('`', '')}\``);
		}
	});

	it.each(seen)('quotes words that a node says: %s', (cell) => {
		for (const words of textsOf(cell).flat()) expect(source).toContain(words);
	});
});

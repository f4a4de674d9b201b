// If this fails, people look up an error and find nothing.
import type { INode } from 'n8n-workflow';

import { connectionError, replyError } from '../../../nodes/shared/service/apiError';
import { explainErrorText } from '../../../nodes/shared/service/errorTexts';
import { readReply } from '../../../nodes/shared/service/readReply';
import {
	refreshedTroubleshooting,
	serviceErrors,
	serviceErrorsHeading,
} from '../../../tools/serviceErrors';
import { documentedErrors } from '../../documentedErrors';
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

/** Every way in which a reply or a connection fails that is not in the error table. */
function otherErrors(): Error[] {
	const node = { name: 'SMS', type: 'extApiSms' } as INode;
	const bodies = ['ERROR --> Description: new', '', '{"status":1,', '<html></html>', 'Hi.'];
	const replies = [
		...bodies.map((body): [status: number, body: string] => [200, body]),
		...[302, 404, 429, 503].map((status): [status: number, body: string] => [status, '']),
	];
	const broken = (code: string) => Object.assign(new Error(code), { code });
	const effects = ['once', 'changes', 'asks'] as const;
	return effects.flatMap((effect) => [
		...replies.map(([statusCode, body]) => {
			const reply = readReply({ statusCode, body, headers: {} });
			if (reply.kind === 'accepted') throw new Error(`"${body}" was taken for a success`);
			return replyError(node, reply, 0, effect);
		}),
		connectionError(node, new Error('no credential'), 0, effect),
		...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'].map((code) =>
			connectionError(node, broken(code), 0, effect),
		),
	]);
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

	it('has every other way in which a request fails', () => {
		const texts = [...seen.flatMap(textsOf), ['The outcome is unknown']];
		expect(byHand).toContain('"The outcome is unknown"');
		const missing = otherErrors()
			.map(({ message }) => message)
			.filter((message) => !texts.some((text) => text.every((words) => message.includes(words))));
		expect(missing).toEqual([]);
	});
});

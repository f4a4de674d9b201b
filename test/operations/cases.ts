import { twoItems } from './items';
import type { SentCase, ToolCallOfRow } from './row';
import sends from './sends.json';
import toolCalls from './toolCalls.json';

/** What comes back and differs from time to time, by its sign in the tables. */
const signs: Record<string, unknown> = {
	'<code>': expect.stringMatching(/^\d+$/),
	'<number>': expect.any(Number),
	'<text>': expect.any(String),
};

/** A table with Jest's matchers in the places of signs, of `{ "matching": pattern }` and of `{ "containing": fields }`. */
function withMatchers<T>(table: unknown): T {
	return JSON.parse(JSON.stringify(table), (_key, value: unknown) => {
		if (typeof value === 'string') return signs[value] ?? value;
		const { matching, containing } = (value ?? {}) as { matching?: string; containing?: object };
		if (matching !== undefined) return expect.stringMatching(new RegExp(matching)) as unknown;
		return containing === undefined ? value : (expect.objectContaining(containing) as unknown);
	}) as T;
}

/** A case as the table has it. */
interface Sent extends Omit<SentCase, 'items' | 'refusedByService'> {
	items?: SentCase['items'] | 'both';
	refusedByService?: string;
}
const sentBy = withMatchers<Record<string, Sent[]>>(sends);
const calledBy = withMatchers<Record<string, ToolCallOfRow[]>>(toolCalls);
const inTable = (name: string) => name.replace('ExtApi ', '');

/** The exact requests and outputs of an operation. */
export function sendsOf(name: string): SentCase[] {
	return sentBy[inTable(name)].map(({ items, refusedByService: says, ...sent }) => ({
		...sent,
		...(items && { items: items === 'both' ? twoItems : items }),
		...(says !== undefined && { refusedByService: new RegExp(says.slice(1, -1)) }),
	}));
}

/** What a model calls an operation with; none where models are not offered it. */
export function toolCallsOf(name: string): ToolCallOfRow[] {
	return calledBy[inTable(name)] ?? [];
}

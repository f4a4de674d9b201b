import type { IDataObject } from 'n8n-workflow';

import { outputClaims } from '../claims';
import type { Case } from './case';

/** What the page says it counted, by the word behind each number of its first sentence. */
function countsOf(page: string): Map<string, number> {
	const [, said = ''] = /\d+ campaigns?: ([^<]*)\.</.exec(page) ?? [];
	const parts = said.split(', ').map((part) => /^(\d+) (.+)$/.exec(part));
	return new Map(parts.flatMap((part) => (part === null ? [] : [[part[2], Number(part[1])]])));
}

/**
 * The page of the option Report Page: each row is counted once, as what its item says of it, and the recipients are
 * those for whom the service holds a message.
 */
export function checkReport({ scenario, observed, deeds, report }: Case): void {
	if (observed.report === undefined) return;
	const claims = outputClaims(observed.result, scenario);
	const said = countsOf(observed.report);
	const { main, errors } = observed.result;
	const codes = new Set([...main, ...errors].flatMap(({ json }) => json.taskId ?? []));
	const isEarlier = ({ alreadySent }: IDataObject) => alreadySent === true;
	const rows = (is: (json: IDataObject, isError: boolean, isUnknown: boolean) => boolean) =>
		claims.filter(({ item, isError, kind }) => is(item!.json, isError, kind === 'unknown')).length;
	const expected: Record<string, number> = {
		refused: rows((_json, isError, isUnknown) => isError && !isUnknown),
		'of unknown outcome': rows(
			(json, isError, isUnknown) => isUnknown && (isError || isEarlier(json)),
		),
		'left out': rows(
			(json, isError, isUnknown) =>
				!isError && (json.leftOut === true || (isEarlier(json) && !isUnknown)),
		),
		recipients: deeds.filter(({ code }) => codes.has(code as string)).length,
	};
	const number = (word: string) => said.get(word) ?? 0;
	const found: Record<string, number> = {
		...Object.fromEntries(Object.keys(expected).map((word) => [word, number(word)])),
		recipients: number('sent') + number('not reached') + number('not known'),
	};
	// Beyond a message limit the service takes recipients and sends them nothing, and does not say whom.
	const isLimited = scenario.choices.mostMessages !== undefined;
	for (const [word, count] of Object.entries(expected)) {
		const mayBeMore = isLimited && word === 'recipients';
		if (mayBeMore ? found[word] < count : found[word] !== count) {
			report('report page', `it counts ${found[word]} ${word}, the items and the service ${count}`);
		}
	}
}

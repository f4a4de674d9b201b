import type { IExecuteFunctions } from 'n8n-workflow';

import { expressionsIn } from '../rules/expressions';
import type { CampaignKind } from './campaignRequest';

/** A date as n8n saves it. */
const SAVED_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)$/;

/**
 * What to do about a column of dates that an expression of the texts reads as they are. n8n saves dates as text while it
 * waits for an approval, so the same expression gives another text then. Undefined where there is none.
 *
 * @param as how the rows hold dates: as such before the wait, as text after it
 */
export function datesFix(
	context: IExecuteFunctions,
	kind: CampaignKind,
	as: 'dates' | 'text',
): string | undefined {
	const codes = expressionsIn(kind.checked.typed(context.getNode().parameters));
	if (codes.length === 0) return undefined;
	const isDate = (value: unknown) =>
		as === 'text'
			? typeof value === 'string' && SAVED_DATE.test(value)
			: typeof (value as Partial<Date> | null | undefined)?.toISOString === 'function';
	const seen = new Set<string>();
	for (const { json } of context.getInputData()) {
		for (const [column, value] of Object.entries(json)) {
			if (seen.has(column) || !isDate(value)) continue;
			if (codes.some((code) => readsAsIs(code, column))) return fixOf(column);
			seen.add(column);
		}
	}
	return undefined;
}

/** Tells whether an expression names a column, and makes no date of what it holds. */
function readsAsIs(code: string, column: string): boolean {
	const [, ...rests] = code.split(column);
	return rests.some(
		(rest) => /^["'\]]*(?![\p{L}\p{N}_])/u.test(rest) && !/^["'\]]*\??\.toDateTime\(/.test(rest),
	);
}

function fixOf(column: string): string {
	const name = JSON.stringify(column);
	const json = /^[A-Za-z_]\w*$/.test(column) ? `$json.${column}` : `$json[${name}]`;
	return `After an approval the dates in ${name} are text. Write {{ ${json}.toDateTime().toFormat("yyyy-MM-dd HH:mm") }} in both nodes.`;
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { KeyedRow } from './scenario';

/** A recipient under a key, however the phone is spelled. */
export const recipientOf = (key: string, phone: string): string =>
	`${key} 0${phone.replace(/\D/g, '').slice(-9)}`;

/** The recipients of a row, each once. */
export const recipientsOf = ({ key, phone }: KeyedRow): string[] => [
	...new Set(phone.split(',').map((each) => recipientOf(key, each))),
];

/** What an item says of the recipients of its row. */
export interface RowClaim {
	row: number;
	/** Sent by this run. */
	sent: string[];
	/** Sent before. */
	alreadySent: string[];
	/** Perhaps sent, now or before. */
	unknown: string[];
	/** The row failed, and nothing was sent for it. */
	refused: string[];
}

/** What an output item says of its row. */
export function claimOf({ json, pairedItem }: INodeExecutionData, rows: KeyedRow[]): RowClaim {
	const { item: row } = pairedItem as { item: number };
	const all = recipientsOf(rows[row]);
	const claim: RowClaim = { row, sent: [], alreadySent: [], unknown: [], refused: [] };
	if (typeof json.error === 'string') {
		claim[/outcome is unknown/i.test(json.error) ? 'unknown' : 'refused'] = all;
		return claim;
	}
	const { key } = rows[row];
	const named = (field: unknown) =>
		((field ?? []) as string[]).map((phone) => recipientOf(key, phone));
	claim.unknown = json.outcomeUnknown && all.length === 1 ? all : named(json.outcomeUnknownFor);
	const left = all.filter((each) => !claim.unknown.includes(each));
	claim.alreadySent = json.alreadySent === true ? left : named(json.alreadySentTo);
	claim.sent = left.filter((each) => !claim.alreadySent.includes(each));
	return claim;
}

/** Whether an item that claims a message of this run names its campaign. */
export const namesCampaign = ({ taskId }: IDataObject): boolean => typeof taskId === 'string';

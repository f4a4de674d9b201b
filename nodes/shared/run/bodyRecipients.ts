import type { IDataObject } from 'n8n-workflow';

import { entriesOf, phonesOf } from '../rules/lists';
import { comparablePhone } from '../rules/phones';

/** A recipient a request names. */
export interface BodyRecipient {
	/** As the request holds it: a phone, or the code of a distribution list. */
	name: string;
	/** In the form that is compared. */
	compared: string;
}

/**
 * The recipients of a checked request, by wire name: `list`, `pid`, `listjson` (specification, "Send
 * SMS", "Send voice", "Send chat template") or `to` ("Send chat reply"). A distribution list is one, by its code.
 */
export function recipientsOfBody(body: IDataObject): BodyRecipient[] {
	if (body.pid !== undefined) {
		return [...new Set(entriesOf(body.pid))].map((name) => ({ name, compared: `list ${name}` }));
	}
	return phonesOf(body).map((name) => ({ name, compared: comparablePhone(name) }));
}

/** What a request says to one of its recipients, in a form two of which can be compared. */
export function messageTo(body: IDataObject, name: string): string {
	const { list: _list, pid: _pid, to: _to, listjson, ...others } = body;
	return JSON.stringify([others, (listjson as IDataObject | undefined)?.[name]]);
}

/** The same request to some of its recipients only. */
export function toSomeOf(body: IDataObject, names: string[]): IDataObject {
	const { listjson, pid, list, ne, ...others } = body;
	// The service refuses a notification email for a single number.
	const shared = { ...others, ...(ne === undefined || names.length === 1 ? {} : { ne }) };
	if (listjson !== undefined) {
		const all = listjson as IDataObject;
		return { ...shared, listjson: Object.fromEntries(names.map((name) => [name, all[name]])) };
	}
	if (pid !== undefined)
		return { ...shared, ...(ne === undefined ? {} : { ne }), pid: names.join(',') };
	return list === undefined ? body : { ...shared, list: names.join(',') };
}

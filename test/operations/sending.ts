import type { IDataObject } from 'n8n-workflow';

/** What the rows of sending operations share. */

/** The same phones twice, in fields that take several. */
export const twoPhones = '0570002233,0570002234';

/** Each recipient of a request, with what it gets. */
export function recipients(body: IDataObject): string[] {
	if (body.listjson === undefined) {
		const content = JSON.stringify(body.msg ?? body.params ?? '');
		return String(body.list)
			.split(',')
			.map((phone) => `${phone} ${content}`);
	}
	return Object.entries(body.listjson as IDataObject).map(
		([phone, content]) => `${phone} ${JSON.stringify(content)}`,
	);
}

/** `2026-01-05T10:00` as the five parameters of a schedule. */
export function scheduleOf(value: unknown): IDataObject {
	const [dy, dm, dd, dh, di] = String(value).split(/[-T:]/);
	return { dy, dm, dd, dh, di };
}

import type { IDataObject } from 'n8n-workflow';

import { anyCode } from './items';

/** What the rows of sending operations share. */

/** The same phones twice, in fields that take several. */
export const twoPhones = '0570002233,0570002234';

/** What the output says of a send to one phone. */
export const sentTo = (recipient: string): IDataObject => ({
	...{ taskId: anyCode, recipient },
});

/** What the output says of a campaign to two items, of which none is the other's duplicate. */
export const toBoth = { recipientCount: 2, duplicates: 0, items: 2, refused: 0 };

/** A moment in an option, and what the service gets of it. */
export const later = { timing: { sendAt: '2035-01-05T10:00:00+02:00' } };
/** What the output of a campaign says of that time. */
export const scheduled = {
	scheduledFor: '2035-01-05T10:00:00+02:00',
	scheduledZone: 'Asia/Jerusalem',
};
export const laterOnWire = { dh: '10', di: '00', dy: '2035', dm: '01', dd: '05' };

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

/** Every notification, as entered and as sent. */
export const everyNotice = {
	notifications: {
		notificationEmail: 'a@example.com',
		notificationPhone: '0570004567',
		notificationUrl: 'http://127.0.0.1:1/page',
	},
};
export const everyNoticeOnWire = {
	...{ np: '0570004567', ne: 'a@example.com', nu: 'http://127.0.0.1:1/page' },
};

/** `2026-01-05T10:00` as the five parameters of a schedule. */
export function scheduleOf(value: unknown): IDataObject {
	const [dy, dm, dd, dh, di] = String(value).split(/[-T:]/);
	return { dy, dm, dd, dh, di };
}

import type fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { asEntered, valuesOf, type Kind } from '../differential/values';
import { openReplyWindows, scheduleCampaigns, twoItems } from './items';
import { meant } from './meant';
import type { ComparedField, OperationRow, OperationTests, SentCase, Service } from './row';
import automation from './rows/automation.json';
import campaign from './rows/campaign.json';
import chat from './rows/chat.json';
import contacts from './rows/contacts.json';
import otp from './rows/otp.json';
import sms from './rows/sms.json';
import subAdmin from './rows/subAdmin.json';
import voice from './rows/voice.json';

/** The rows of `rows/`, with what JSON has no word for: functions, random values, patterns. */

const preparations: Record<string, (service: Service) => Promise<void> | void> = {
	twoCampaigns: async (service) => await scheduleCampaigns(service, 2),
	threeCampaigns: async (service) => await scheduleCampaigns(service, 3),
	replyWindows: openReplyWindows,
};

/** A field whose values are compared; `values` names their kinds, with limits. */
type ComparedOfFile = Omit<ComparedField, 'values' | 'sent' | 'toWire'> & {
	values: Kind[];
	sent?: keyof typeof asEntered;
	/** Parameters with `<value>` where the value is, or `<schedule>` for the five of a time. */
	toWire?: IDataObject | '<schedule>';
};

/** What a file has for `items` where both of `twoItems` are meant, and for `refusedByService`. */
type CaseOfFile = Omit<SentCase, 'items' | 'refusedByService'> & {
	items?: 'both' | IDataObject[];
	refusedByService?: string;
};

type RowOfFile = Omit<OperationRow, 'resource' | 'operation' | 'prepare' | 'once' | 'compared'> &
	Pick<OperationTests, 'toolCalls'> & {
		prepare?: keyof typeof preparations;
		/** Names of parameters, which together name a deed; `<recipient>` is each recipient of a request. */
		once?: Omit<NonNullable<OperationRow['once']>, 'deeds'> & { deeds: string[] };
		compared?: ComparedOfFile[];
		sends: CaseOfFile[];
	};

const files = { automation, campaign, chat, contacts, otp, sms, subAdmin, voice };

/** The rows of a node, each by resource and operation, for example `message.send`. */
export function rowsOf(node: keyof typeof files): Array<OperationRow & OperationTests> {
	const all = meant(files[node]) as Record<string, RowOfFile>;
	return Object.entries(all).map(([name, { prepare, once, compared, sends, ...row }]) => {
		const [resource, operation] = name.split('.');
		return {
			...{ ...row, resource, operation },
			...(prepare && { prepare: preparations[prepare] }),
			...(once && { once: { ...once, deeds: (body) => deedsOf(body, once.deeds) } }),
			compared: compared?.map(comparedOf),
			sends: sends.map(caseOf),
		};
	});
}

function caseOf({ items, refusedByService, ...each }: CaseOfFile): SentCase {
	return {
		...each,
		...(items && { items: items === 'both' ? twoItems : items }),
		...(refusedByService && { refusedByService: new RegExp(refusedByService) }),
	};
}

function comparedOf({ values, sent, toWire, body, ...field }: ComparedOfFile): ComparedField {
	return {
		...field,
		values: valuesOf(values) as fc.Arbitrary<unknown>,
		...(sent && { sent: asEntered[sent] }),
		...(body && { body: replaced(body, '<missing>', undefined) as IDataObject }),
		...(toWire && {
			toWire: (value) =>
				toWire === '<schedule>'
					? scheduleOf(value)
					: (replaced(toWire, '<value>', value) as IDataObject),
		}),
	};
}

/** A part of JSON with a value in every place that has the word for it. */
function replaced(part: unknown, word: string, value: unknown): unknown {
	if (part === word) return value;
	if (typeof part !== 'object' || part === null) return part;
	const inner = Object.entries(part).map(([name, each]) => [name, replaced(each, word, value)]);
	return Object.fromEntries(inner) as object;
}

function deedsOf(body: IDataObject, names: string[]): string[] {
	const each = names.includes('<recipient>') ? recipients(body) : [''];
	return each.map((recipient) =>
		names.map((name) => (name === '<recipient>' ? recipient : String(body[name]))).join(' '),
	);
}

/** Each recipient of a request, with what it gets. */
function recipients(body: IDataObject): string[] {
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
function scheduleOf(value: unknown): IDataObject {
	const [dy, dm, dd, dh, di] = String(value).split(/[-T:]/);
	return { dy, dm, dd, dh, di };
}

import type { IDataObject } from 'n8n-workflow';

import { byModel } from './byModel';
import automation from './cases/automation.json';
import campaign from './cases/campaign.json';
import chat from './cases/chat.json';
import contacts from './cases/contacts.json';
import otp from './cases/otp.json';
import sms from './cases/sms.json';
import subAdmin from './cases/subAdmin.json';
import voice from './cases/voice.json';
import { anyCode, twoItems } from './items';
import type { Cases, SentCase } from './row';

/** What a file has for `items` where both of `twoItems` are meant, and for `refusedByService`. */
type CaseOfFile = Omit<SentCase, 'items' | 'refusedByService'> & {
	items?: 'both' | IDataObject[];
	refusedByService?: string;
};
type File = Record<string, Omit<Cases, 'sends'> & { sends: CaseOfFile[] }>;

const files = { automation, campaign, chat, contacts, otp, sms, subAdmin, voice };

/** The cases of a node's operations, by resource and operation, for example `message.send`. */
export function casesOf(node: keyof typeof files): Record<string, Cases> {
	const all = meant(files[node]) as File;
	return Object.fromEntries(
		Object.entries(all).map(([name, { sends, toolCalls }]) => [
			name,
			{ sends: sends.map(caseOf), toolCalls },
		]),
	);
}

function caseOf({ items, refusedByService, ...each }: CaseOfFile): SentCase {
	return {
		...each,
		...(items && { items: items === 'both' ? twoItems : items }),
		...(refusedByService && { refusedByService: new RegExp(refusedByService) }),
	};
}

/** What is not known beforehand. */
const unknownValues: Record<string, unknown> = {
	'<code>': anyCode,
	'<number>': expect.any(Number),
	'<text>': expect.any(String),
};

/**
 * What a file says, with what JSON has no word for: values that are not known beforehand, `<link>` at the end of a text,
 * `<model: City>` for what a model fills in, and `"<others>": true` in what may have other columns.
 */
function meant(value: unknown): unknown {
	if (typeof value === 'string') return value in unknownValues ? unknownValues[value] : text(value);
	if (Array.isArray(value)) return value.map(meant);
	if (typeof value !== 'object' || value === null) return value;
	const { '<others>': others, ...own } = value as IDataObject;
	const all = Object.fromEntries(Object.entries(own).map(([name, each]) => [name, meant(each)]));
	return others === true ? expect.objectContaining(all) : all;
}

function text(value: string): unknown {
	const [, label] = /^<model: (.*)>$/.exec(value) ?? [];
	if (label !== undefined) return byModel(label);
	const [, before] = /^([^]*)<link>$/.exec(value) ?? [];
	return before === undefined ? value : withLink(before);
}

/** A message with a link to the page of its question. */
const withLink = (before: string): unknown =>
	expect.stringMatching(
		new RegExp(`^${before.replace('?', '\\?')}https?://\\S+\\?k=[\\w-]{22}(&signature=\\w+)?$`),
	);

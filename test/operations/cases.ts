import type { IDataObject } from 'n8n-workflow';

import automation from './cases/automation.json';
import campaign from './cases/campaign.json';
import chat from './cases/chat.json';
import contacts from './cases/contacts.json';
import otp from './cases/otp.json';
import sms from './cases/sms.json';
import subAdmin from './cases/subAdmin.json';
import voice from './cases/voice.json';
import { twoItems } from './items';
import { meant } from './meant';
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

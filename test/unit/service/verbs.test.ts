// If this fails, errors say "send" for what is no sending.
import type { INode } from 'n8n-workflow';

import { verbsOf } from '../../../nodes/shared/service/nodeErrors';
import { everyOperation } from '../../operations/index';

/** What each operation does, in the one word that all its errors use. */
const words: Record<string, string> = {
	'ExtApi SMS: Message: Send': 'sent',
	'ExtApi SMS: Message: Send Campaign': 'sent',
	'ExtApi SMS: Message: Send and Wait for Response': 'sent',
	'ExtApi SMS: Balance: Get': 'read',
	'ExtApi SMS: Sender ID: Request Code': 'sent',
	'ExtApi SMS: Sender ID: Verify Code': 'checked',
	'ExtApi Voice: Message: Send': 'sent',
	'ExtApi Voice: Message: Send Campaign': 'sent',
	'ExtApi Chat: Message: Send Template': 'sent',
	'ExtApi Chat: Message: Send Template Campaign': 'sent',
	'ExtApi Chat: Message: Send Reply': 'sent',
	'ExtApi Chat: Message: Send and Wait for Response': 'sent',
	'ExtApi Chat: Template: Get': 'read',
	'ExtApi Chat: Template: Get Many': 'read',
	'ExtApi OTP: Code: Send': 'sent',
	'ExtApi OTP: Code: Verify': 'checked',
	'ExtApi Contacts: Contact: Add': 'added',
	'ExtApi Contacts: Contact: Add Many': 'added',
	'ExtApi Contacts: Contact: Remove': 'removed',
	'ExtApi Contacts: Contact: Remove Many': 'removed',
	'ExtApi Contacts: Contact: Check': 'checked',
	'ExtApi Sub-Admin: Balance: Get': 'read',
	'ExtApi Sub-Admin: Balance: Update': 'changed',
	'ExtApi Campaign: Campaign: Get Status': 'read',
	'ExtApi Campaign: Campaign: Delete': 'deleted',
	'ExtApi Campaign: Campaign: Wait': 'read',
	'ExtApi Automation: Automation: Run': 'started',
};

describe('what an operation does', () => {
	it('has one word for each operation', () => {
		const found = everyOperation.map(({ name, parameters }) => [
			name,
			verbsOf({ parameters } as INode).done,
		]);
		expect(Object.fromEntries(found)).toEqual(words);
	});
});

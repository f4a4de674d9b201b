import type { Account, AccountServices, Permission, SubAdmin } from '../state/account';
import { seedAutomations } from './automations';
import { blockedPhones, seedLists } from './lists';
import { seedTemplates } from './templates';

const allServices: AccountServices = {
	voice: true,
	textToSpeech: true,
	chat: true,
	automations: true,
};

function subAdmin(
	suid: number,
	active: boolean,
	permissions: Permission[],
	sms: number,
	vms: number,
): [number, SubAdmin] {
	return [suid, { suid, active, permissions, balance: { sms, vms }, priceChanged: [] }];
}

/** What every seeded account has unless it says otherwise. */
function account(own: Pick<Account, 'id'> & Partial<Account>): Account {
	return {
		active: true,
		services: { ...allServices },
		balance: { sms: 1000, vms: 100 },
		senders: [
			{ id: '0570004567', description: 'Shop' },
			{ id: '0570021111', description: 'Service desk' },
			{ id: 'MyShop', description: '' },
			{ id: 'ExtDemo', description: '' },
		],
		callers: ['0771234567', '0'],
		chatNumbers: ['0570004567'],
		blockedPhones: new Set(blockedPhones),
		telephony: [
			{ sid: 301, name: 'Opening hours', kind: 'playMessage' },
			{ sid: 302, name: 'Main menu', kind: 'menu' },
			{ sid: 303, name: 'Call summary', kind: 'dynamicInformation' },
		],
		lists: seedLists(),
		templates: seedTemplates(),
		automations: [],
		subAdmins: new Map(),
		dailyChatQuota: 100_000,
		chatSentOn: new Map(),
		freeFormSentAt: [],
		lastInbound: new Map(),
		otpCodes: new Map(),
		senderCodes: new Map(),
		...own,
	};
}

/** Fresh copies of the seeded accounts. */
export function seedAccounts(): Account[] {
	return [
		account({
			id: 'main',
			balance: { sms: 100_000, vms: 5_000 },
			automations: seedAutomations(),
			subAdmins: new Map([
				subAdmin(501, true, ['sms', 'voice', 'chat', 'lists', 'automations'], 200, 50),
				subAdmin(502, false, ['sms', 'voice'], 20, 5),
				subAdmin(503, true, ['sms', 'voice'], 10, 0),
			]),
		}),
		account({ id: 'poor', balance: { sms: 3, vms: 0 } }),
		account({
			id: 'no-services',
			services: { voice: false, textToSpeech: false, chat: false, automations: false },
		}),
		account({ id: 'two-numbers', chatNumbers: ['0570021111', '0570011111'] }),
		account({ id: 'inactive', active: false }),
	];
}

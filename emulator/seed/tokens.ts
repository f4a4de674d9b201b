import type { Permission, Token } from '../state/account';

const all: Permission[] = ['sms', 'voice', 'chat', 'lists', 'subadmins', 'automations'];

/** Tokens of the seeded accounts; `emulator/README.md` says what each is for. */
export const seedTokens: Token[] = [
	{ token: 'demo-token-full', accountId: 'main', permissions: all },
	{ token: 'demo-token-sms', accountId: 'main', permissions: ['sms'] },
	{ token: 'demo-token-voice', accountId: 'main', permissions: ['voice'] },
	{ token: 'demo-token-chat', accountId: 'main', permissions: ['chat'] },
	{ token: 'demo-token-lists', accountId: 'main', permissions: ['lists'] },
	{ token: 'demo-token-subadmins', accountId: 'main', permissions: ['subadmins'] },
	{ token: 'demo-token-automations', accountId: 'main', permissions: ['automations'] },
	{
		token: 'demo-token-fixed-sender',
		accountId: 'main',
		permissions: ['sms'],
		fixedSender: 'MyShop',
	},
	{
		token: 'demo-token-ip-locked',
		accountId: 'main',
		permissions: all,
		allowedIps: ['203.0.113.7'],
	},
	{ token: 'demo-token-subadmin-1', accountId: 'main', permissions: all, suid: 501 },
	{ token: 'demo-token-subadmin-inactive', accountId: 'main', permissions: all, suid: 502 },
	{ token: 'demo-token-subadmin-no-chat', accountId: 'main', permissions: all, suid: 503 },
	{ token: 'demo-token-poor', accountId: 'poor', permissions: all },
	{ token: 'demo-token-no-services', accountId: 'no-services', permissions: all },
	{ token: 'demo-token-two-numbers', accountId: 'two-numbers', permissions: all },
	{ token: 'demo-token-inactive-account', accountId: 'inactive', permissions: all },
];

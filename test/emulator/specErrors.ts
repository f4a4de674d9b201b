import type { Sent } from './support';

/** One error text of the specification and a request that meets it. */
export interface SpecError {
	text: string;
	script: string;
	sent: Sent;
	settings?: { callerIpUnknown?: boolean; systemFault?: boolean; allowLocalFiles?: boolean };
}

const sms = { from: 'MyShop', msg: 'x', list: '0570002233' };
const template = { template: 2002, list: '0570002233', params: 'Dana,X' };
const withButton = (value: string) => ({
	template: 2003,
	list: '0570002233',
	params: { header: { 1: 'A' }, body: { 1: 'a', 2: 'b' }, button: { 0: value } },
});

/** The error texts of the specification ("Error words", and the rules of each endpoint). */
export const specErrors: SpecError[] = [
	{ text: 'sender id not approved', script: 'scheduleSms', sent: { ...sms, from: 'Nobody' } },
	{ text: 'int must be between 2 and 180', script: 'scheduleSms', sent: { ...sms, int: 1 } },
	{ text: 'int must be between 2 and 180', script: 'scheduleSms', sent: { ...sms, int: 181 } },
	{ text: 'token invalid or missing', script: 'scheduleSms', sent: { act: 'credit', token: 'x' } },
	{ text: 'token invalid or missing', script: 'scheduleSms', sent: { act: 'credit', token: '' } },
	{
		text: 'ne cannot be used when sending to a single number',
		script: 'scheduleSms',
		sent: { ...sms, ne: 'a@b.co' },
	},
	{
		text: 'invalid caller number',
		script: 'scheduleVms',
		sent: { from: '0502222222', desc: 'ab', list: '0570002233', tts: 'x' },
	},
	{
		text: 'only one of sid, tts, fileurl may be sent',
		script: 'scheduleVms',
		sent: { from: '0', desc: 'ab', list: '0570002233', tts: 'x', sid: 301 },
	},
	{
		text: 'voice service not active',
		script: 'sendOtp',
		sent: { token: 'demo-token-no-services', phone: '0570002233', type: 'auto' },
	},
	{
		text: 'phone must be a valid phone number',
		script: 'sendOtp',
		sent: { phone: '05', type: 'sms' },
	},
	{
		text: 'phone must be a valid Israeli phone',
		script: 'senderVerify',
		sent: { phone: '15551234567', type: 'sms' },
	},
	{
		text: 'list not found',
		script: 'poolMembers',
		sent: { pid: 9, act: 'check', list: '0570002233' },
	},
	{
		text: 'sub-user not found',
		script: 'manageSu',
		sent: { suid: 9, act: 'creditcheck', type: 'sms' },
	},
	{
		text: 'campaign not found or not pending',
		script: 'taskStatus',
		sent: { tid: '1', act: 'del' },
	},
	{
		text: 'template is not approved (PENDING)',
		script: 'scheduleWa',
		sent: { ...template, template: 2008 },
	},
	{
		text: 'missing required template body parameter {{2}}',
		script: 'scheduleWa',
		sent: { ...template, params: 'Dana' },
	},
	{
		text: 'missing required template header parameter {{1}}',
		script: 'scheduleWa',
		sent: { ...template, template: 2003, params: 'a,b' },
	},
	{
		text: 'missing required template button parameter for button index 0',
		script: 'scheduleWa',
		sent: withButton(''),
	},
	{
		text: 'template button parameter for button index 0 cannot contain spaces',
		script: 'scheduleWa',
		sent: withButton('a b'),
	},
	{
		text: 'template button parameter for button index 0 contains disallowed characters',
		script: 'scheduleWa',
		sent: withButton('a<b'),
	},
	{
		text: 'template button parameter for button index 0 cannot contain .. or //',
		script: 'scheduleWa',
		sent: withButton('a..b'),
	},
	{
		text: 'template button parameter for button index 0 is too long (max 200)',
		script: 'scheduleWa',
		sent: withButton('a'.repeat(201)),
	},
	{
		text: 'window closed for this recipient (use a template)',
		script: 'sendWa',
		sent: { to: '0570002233', msg: 'x' },
	},
	{ text: 'to missing or invalid', script: 'sendWa', sent: { msg: 'x' } },
	{ text: 'msg missing with no file', script: 'sendWa', sent: { to: '0570002233' } },
	{
		text: 'msg over 2000 chars',
		script: 'sendWa',
		sent: { to: '0570002233', msg: 'x'.repeat(2001) },
	},
	{
		text: 'caption over 1000 chars with a file',
		script: 'sendWa',
		sent: { to: '0570002233', msg: 'x'.repeat(1001), fileurl: 'http://127.0.0.1/a.png' },
	},
	{
		text: 'several chat numbers and no from',
		script: 'sendWa',
		sent: { token: 'demo-token-two-numbers', to: '0570002233', msg: 'x' },
	},
	{
		text: 'chat channel not configured for the account',
		script: 'sendWa',
		sent: { token: 'demo-token-no-services', to: '0570002233', msg: 'x' },
	},
	{
		text: 'token lacks chat-channel permission',
		script: 'sendWa',
		sent: { token: 'demo-token-sms', to: '0570002233', msg: 'x' },
	},
	{
		text: 'permission denied for chat-channel services',
		script: 'waTemplates',
		sent: { token: 'demo-token-sms' },
	},
	{ text: 'your IP is blocked', script: 'waTemplates', sent: { token: 'demo-token-ip-locked' } },
	{
		text: 'the account is not active',
		script: 'waTemplates',
		sent: { token: 'demo-token-inactive-account' },
	},
	{
		text: 'sub-admin chat permission denied',
		script: 'waTemplates',
		sent: { token: 'demo-token-subadmin-no-chat' },
	},
	{ text: 'chat not configured', script: 'waTemplates', sent: { token: 'demo-token-no-services' } },
	{ text: '`template` parameter invalid', script: 'waTemplates', sent: { template: 'x' } },
	{ text: 'template not found (code 9999)', script: 'waTemplates', sent: { template: 9999 } },
	{
		text: 'no template matches the code with the given status or category filter',
		script: 'waTemplates',
		sent: { template: 2002, status: 'PENDING' },
	},
	{
		text: 'status invalid: APPROVED, PENDING, REJECTED, PAUSED, DISABLED, FLAGGED, PENDING_DELETION',
		script: 'waTemplates',
		sent: { status: 'x' },
	},
	{
		text: 'category invalid: MARKETING, UTILITY, AUTHENTICATION',
		script: 'waTemplates',
		sent: { category: 'x' },
	},
	{
		text: 'get subuser data error',
		script: 'waTemplates',
		sent: { token: 'demo-token-subadmin-inactive' },
	},
	{ text: 'no ip', script: 'waTemplates', sent: {}, settings: { callerIpUnknown: true } },
	{
		text: 'system error (temporary)',
		script: 'waTemplates',
		sent: {},
		settings: { systemFault: true },
	},
	{ text: 'Missing token parameter', script: 'autoWebhook', sent: { token: '', autoid: 701 } },
	{ text: 'Invalid token', script: 'autoWebhook', sent: { token: 'x', autoid: 701 } },
	{
		text: 'Automation permission denied',
		script: 'autoWebhook',
		sent: { token: 'demo-token-sms', autoid: 701 },
	},
	{
		text: 'Automation service not active',
		script: 'autoWebhook',
		sent: { token: 'demo-token-no-services', autoid: 701 },
	},
	{
		text: 'Automation service not active',
		script: 'autoWebhook',
		sent: { token: 'demo-token-inactive-account', autoid: 701 },
	},
	{
		text: 'Sub user not active',
		script: 'autoWebhook',
		sent: { token: 'demo-token-subadmin-inactive', autoid: 701 },
	},
	{
		text: 'IP not allowed',
		script: 'autoWebhook',
		sent: { token: 'demo-token-ip-locked', autoid: 701 },
	},
	{ text: 'Missing or invalid autoId parameter', script: 'autoWebhook', sent: { autoid: 'x' } },
	{ text: 'Automation not found', script: 'autoWebhook', sent: { autoid: 702 } },
	{ text: 'Automation has no field definitions', script: 'autoWebhook', sent: { autoid: 704 } },
	{
		text: 'system 1, please call the support',
		script: 'autoWebhook',
		sent: { autoid: 701 },
		settings: { systemFault: true },
	},
];

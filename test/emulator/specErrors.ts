import type { Sent } from './support';

/** Settings under which the service meets the error. */
interface ErrorSettings {
	callerIpUnknown?: boolean;
	systemFault?: boolean;
}

const withoutServices = { token: 'demo-token-no-services' };
const forSms = { token: 'demo-token-sms' };
const ofInactive = { token: 'demo-token-inactive-account' };
const sms = { from: 'MyShop', msg: 'x', list: '0570002233' };
const otp = { phone: '0570002233', type: 'sms' };
const call = { from: '0', desc: 'ab', list: '0570002233', tts: 'x' };
const reply = { to: '0570002233', msg: 'x' };
const template = { template: 2002, list: '0570002233', params: 'Dana,X' };
const withButton = (value: string) => ({
	template: 2003,
	list: '0570002233',
	params: { header: { 1: 'A' }, body: { 1: 'a', 2: 'b' }, button: { 0: value } },
});

/** The error texts of the specification ("Error words", and the rules of each endpoint), by script, each with a request that meets it. */
const errorsOf: Record<string, Array<[text: string, sent: Sent, settings?: ErrorSettings]>> = {
	scheduleSms: [
		['sender id not approved', { ...sms, from: 'Nobody' }],
		['int must be between 2 and 180', { ...sms, int: 1 }],
		['int must be between 2 and 180', { ...sms, int: 181 }],
		['token invalid or missing', { act: 'credit', token: 'x' }],
		['token invalid or missing', { act: 'credit', token: '' }],
		['ne is not possible for a single number', { ...sms, ne: 'a@b.co' }],
	],
	scheduleVms: [
		['invalid caller number', { ...call, from: '0502222222' }],
		['only one of sid, tts, fileurl may be sent', { ...call, sid: 301 }],
	],
	sendOtp: [
		['voice service not active', { ...otp, ...withoutServices, type: 'auto' }],
		['phone must be a valid phone number', { phone: '05', type: 'sms' }],
		['codelen must be between 3 and 8', { ...otp, codelen: 9 }],
		['minvalid must be between 1 and 60', { ...otp, minvalid: 0 }],
		['maxsms must be between 1 and 10', { ...otp, maxsms: 11 }],
		['precode must be 3 to 8 digits', { ...otp, precode: '12' }],
		['watemplate is required', { ...otp, type: 'wa' }],
		[
			'watemplate must be a template of category AUTHENTICATION',
			{ ...otp, type: 'wa', watemplate: 2002 },
		],
		['template is not approved (PENDING)', { ...otp, type: 'wa', watemplate: 2019 }],
		['webotp is for SMS only', { ...otp, type: 'vms', webotp: 'a.com' }],
		['sender id not approved', { ...otp, smsfrom: ' 0570004567' }],
		['permission denied for telephony services', { ...otp, ...forSms, type: 'vms' }],
		[
			'permission denied for chat-channel services',
			{ ...otp, ...forSms, type: 'wa', watemplate: 2007 },
		],
		['lang must be one of he, en, ar, ru', { ...otp, lang: 'fr' }],
	],
	senderVerify: [['phone must be a valid Israeli phone', { phone: '15551234567', type: 'sms' }]],
	poolMembers: [['list not found', { pid: 9, act: 'check', list: '0570002233' }]],
	manageSu: [['sub-user not found', { suid: 9, act: 'creditcheck', type: 'sms' }]],
	taskStatus: [['campaign not found or not pending', { tid: '1', act: 'del' }]],
	scheduleWa: [
		['template is not approved (PENDING)', { ...template, template: 2008 }],
		['missing required template body parameter {{2}}', { ...template, params: 'Dana' }],
		[
			'missing required template header parameter {{1}}',
			{ ...template, template: 2003, params: 'a,b' },
		],
		['missing required template button parameter for button index 0', withButton('')],
		['template button parameter for button index 0 cannot contain spaces', withButton('a b')],
		[
			'template button parameter for button index 0 contains disallowed characters',
			withButton('a<b'),
		],
		['template button parameter for button index 0 cannot contain .. or //', withButton('a..b')],
		[
			'template button parameter for button index 0 is too long (max 200)',
			withButton('a'.repeat(201)),
		],
	],
	sendWa: [
		['window closed for this recipient (use a template)', reply],
		['to missing or invalid', { msg: 'x' }],
		['msg missing with no file', { to: '0570002233' }],
		['msg over 2000 chars', { ...reply, msg: 'x'.repeat(2001) }],
		[
			'caption over 1000 chars with a file',
			{ ...reply, msg: 'x'.repeat(1001), fileurl: 'http://127.0.0.1/a.png' },
		],
		['several chat numbers and no from', { ...reply, token: 'demo-token-two-numbers' }],
		['chat channel not configured for the account', { ...reply, ...withoutServices }],
		['token lacks chat-channel permission', { ...reply, ...forSms }],
	],
	waTemplates: [
		['permission denied for chat-channel services', forSms],
		['your IP is blocked', { token: 'demo-token-ip-locked' }],
		['the account is not active', ofInactive],
		['sub-admin chat permission denied', { token: 'demo-token-subadmin-no-chat' }],
		['chat not configured', withoutServices],
		['`template` parameter invalid', { template: 'x' }],
		['template not found (code 9999)', { template: 9999 }],
		[
			'no template matches the code with the given status or category filter',
			{ template: 2002, status: 'PENDING' },
		],
		[
			'status invalid: APPROVED, PENDING, REJECTED, PAUSED, DISABLED, FLAGGED, PENDING_DELETION',
			{ status: 'x' },
		],
		['category invalid: MARKETING, UTILITY, AUTHENTICATION', { category: 'x' }],
		['get subuser data error', { token: 'demo-token-subadmin-inactive' }],
		['no ip', {}, { callerIpUnknown: true }],
		['system error (temporary)', {}, { systemFault: true }],
	],
	autoWebhook: [
		['Missing token parameter', { token: '', autoid: 701 }],
		['Invalid token', { token: 'x', autoid: 701 }],
		['Automation permission denied', { ...forSms, autoid: 701 }],
		['Automation service not active', { ...withoutServices, autoid: 701 }],
		['Automation service not active', { ...ofInactive, autoid: 701 }],
		['Sub user not active', { token: 'demo-token-subadmin-inactive', autoid: 701 }],
		['IP not allowed', { token: 'demo-token-ip-locked', autoid: 701 }],
		['Missing or invalid autoId parameter', { autoid: 'x' }],
		['Automation not found', { autoid: 702 }],
		['Automation has no field definitions', { autoid: 704 }],
		['system 1, please call the support', { autoid: 701 }, { systemFault: true }],
	],
};

/** All of them in one list. */
export const specErrors = Object.entries(errorsOf).flatMap(([script, errors]) =>
	errors.map(([text, sent, settings = {}]) => ({ text, script, sent, settings })),
);

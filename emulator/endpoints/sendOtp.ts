import type { Readings } from '../protocol/readings';
import { oneWord, type Outcome } from '../protocol/reply';
import { ServiceError } from '../protocol/serviceError';
import { identify, isAllowed, requirePermissions, type Actor } from '../rules/authorize';
import { sentSince } from '../rules/codeQuota';
import { readOtpOptions, type OtpChannel, type OtpOptions } from '../rules/otpOptions';
import { identifyPhone, isUnreachable, lineKind } from '../rules/phones';
import { smsParts } from '../rules/smsParts';
import type { Permission } from '../state/account';
import { randomCode } from '../state/codes';
import type { MessageContent } from '../state/message';
import { templateMessage } from '../templates/templateMessage';
import { noValues } from '../templates/values';
import type { Call, Endpoint } from './endpoint';

const types = ['sms', 'vms', 'wa', 'auto'] as const;
type OtpType = (typeof types)[number];

/**
 * What the first call needs. Of `wa` the endpoint's table says "SMS services, plus chat-channel services" and
 * Authentication 3 "chat-channel services".
 */
function permissionsOf(type: OtpType, chatOtp: Readings['chatOtpPermission']): Permission[] {
	if (type === 'sms') return ['sms'];
	if (type !== 'wa') return ['sms', 'voice'];
	return chatOtp === 'chat' ? ['chat'] : ['sms', 'chat'];
}

/** One-time codes (specification, One-time codes). */
export const sendOtp: Endpoint = {
	name: 'sendOtp',
	action: () => 'sendotp',
	handle: (call) => {
		const actor = identify(call);
		const { params } = call;
		if (!params.sent('type') && !params.sent('code')) throw new ServiceError('type is required');
		const type = params.oneOf('type', types);
		if (params.sent('code')) return verify(call, actor, type);
		const { chatOtpPermission } = call.service.settings;
		requirePermissions(actor, permissionsOf(type ?? 'sms', chatOtpPermission));
		return send(call, actor, type ?? 'sms');
	},
};

/** A token that may send on any channel may verify. */
function verify(call: Call, actor: Actor, type: OtpType | undefined): Outcome {
	const { params, now, service } = call;
	const chatIsEnough =
		service.settings.chatOtpPermission === 'chat' && (type === 'wa' || isAllowed(actor, 'chat'));
	requirePermissions(actor, chatIsEnough ? ['chat'] : ['sms']);
	const phone = readPhone(call);
	const code = params.required('code');
	const codelen = params.integer('codelen', 3, 8) ?? 5;
	const minvalid = params.integer('minvalid', 1, 60) ?? 10;
	const pending = actor.account.otpCodes.get(phone);
	const valid =
		pending?.code === code &&
		(pending.length === undefined || pending.length === codelen) &&
		pending.minvalid === minvalid &&
		now <= pending.expiresAt;
	if (!valid) return oneWord('WRONG_CODE');
	actor.account.otpCodes.delete(phone);
	return oneWord('CODE_VALID');
}

function readPhone({ params, service }: Call): string {
	const found = identifyPhone(params.required('phone'), service.settings.withoutZero);
	if (found === undefined) throw new ServiceError('phone must be a valid phone number');
	return found.phone;
}

function send(call: Call, actor: Actor, type: OtpType): Outcome {
	const { now, service } = call;
	const phone = readPhone(call);
	const options = readOtpOptions(call.params, actor.account, type);
	const usesVoice = type === 'vms' || type === 'auto';
	if (usesVoice && !actor.account.services.voice)
		throw new ServiceError('voice service not active');

	const since = now - options.minvalid * 60_000;
	const wanted = { phone, purpose: 'otp' as const, accountId: actor.account.id };
	const sent = (channel: OtpChannel) =>
		sentSince(service.state.codes, { ...wanted, channel }, since);
	const isFull = (channel: OtpChannel) => sent(channel) >= options.most[channel];
	const channel = type === 'auto' ? automaticChannel(call, wanted, since, isFull) : type;
	if (isFull(channel)) return oneWord('MAX_SENT');

	const code = options.precode ?? randomCode(options.codelen);
	const text = messageText(options, channel, code);
	const isFree =
		channel === 'wa' ||
		(channel === 'sms' && lineKind(phone) === 'abroad' && service.settings.smsAbroad === 'free');
	const cost = channel === 'sms' ? smsParts(text, service.settings.emoji) : 1;
	if (isFree || charge(actor, channel, cost, type === 'auto')) {
		const takesSms = lineKind(phone) === 'mobile' || lineKind(phone) === 'abroad';
		const delivered = !isUnreachable(phone) && (channel !== 'sms' || takesSms);
		service.sendCode(
			{ ...wanted, code, channel, at: now, text, delivered },
			businessOf(call, actor, channel),
			content(options, channel, code, cost),
		);
		actor.account.otpCodes.set(phone, {
			code,
			...(options.precode === undefined ? { length: options.codelen } : {}),
			minvalid: options.minvalid,
			expiresAt: now + options.minvalid * 60_000,
		});
	}
	return { ...oneWord('CODE_SENT'), data: { channel } };
}

/** `auto`: voice for landline and kosher lines, after an SMS that did not arrive, and when the SMS quota is used up. */
function automaticChannel(
	{ service }: Call,
	{ phone, accountId }: { phone: string; accountId: string },
	since: number,
	isFull: (channel: OtpChannel) => boolean,
): OtpChannel {
	if (lineKind(phone) === 'landline' || lineKind(phone) === 'kosher') return 'vms';
	const firstSms = service.state.codes.find(
		(code) =>
			code.phone === phone &&
			code.accountId === accountId &&
			code.purpose === 'otp' &&
			code.channel === 'sms' &&
			code.at > since,
	);
	return firstSms?.delivered === false || isFull('sms') ? 'vms' : 'sms';
}

/** Takes the message from the balance. In `auto` a missing voice balance is no error: the number just gets no code. */
function charge(
	{ balance }: Actor,
	channel: 'sms' | 'vms',
	cost: number,
	automatic: boolean,
): boolean {
	if (balance[channel] < cost) {
		if (automatic && channel === 'vms') return false;
		throw new ServiceError('not enough balance');
	}
	balance[channel] -= cost;
	return true;
}

function messageText(options: OtpOptions, channel: OtpChannel, code: string): string {
	if (channel === 'wa') return (options.template?.body ?? '').replaceAll('{{1}}', code);
	if (channel === 'vms') return `${options.voicetext} ${code}`;
	const lastLine = options.webotp === undefined ? '' : `\n@${options.webotp} #${code}`;
	return `${options.smstext} ${code}${lastLine}`;
}

/** Who the code comes from: the sender that was asked for, or the channel's default. */
function businessOf({ params }: Call, { account }: Actor, channel: OtpChannel): string {
	if (channel === 'wa') return params.text('wafrom') ?? account.chatNumbers[0];
	return channel === 'vms' ? (params.text('vmsfrom') ?? '0') : (params.text('smsfrom') ?? '');
}

function content(
	options: OtpOptions,
	channel: OtpChannel,
	code: string,
	parts: number,
): MessageContent {
	const text = messageText(options, channel, code);
	if (channel === 'sms') return { kind: 'sms', text, parts };
	if (options.template === undefined) return { kind: 'call', says: text, asks: 'no' };
	return templateMessage(options.template, { ...noValues(), body: { '1': code } });
}

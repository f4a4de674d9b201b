import type { Outcome } from '../http/reply';
import { readOtpOptions, type OtpChannel, type OtpOptions } from '../rules/otpOptions';
import { sentSince } from '../rules/codeQuota';
import { identifyPhone, isUnreachable, lineKind } from '../rules/phones';
import { ServiceError } from '../serviceError';
import { identify, requirePermissions, type Actor } from '../state/authorize';
import { randomCode } from '../state/state';
import type { Permission } from '../state/types';
import type { Call, Endpoint } from './types';

const types = ['sms', 'vms', 'wa', 'auto'] as const;
type OtpType = (typeof types)[number];

/** What the first call needs (specification, Authentication 3). */
const permissions: Record<OtpType, Permission[]> = {
	sms: ['sms'],
	vms: ['sms', 'voice'],
	auto: ['sms', 'voice'],
	wa: ['chat'],
};

/** One-time codes (specification, One-time code). */
export const sendOtp: Endpoint = {
	name: 'sendOtp',
	action: () => 'sendotp',
	handle: (call) => {
		const actor = identify(call);
		const { params } = call;
		if (!params.sent('type') && !params.sent('code')) throw new ServiceError('type is required');
		const type = params.oneOf('type', types);
		if (params.sent('code')) return verify(call, actor, type);
		requirePermissions(actor, permissions[type ?? 'sms']);
		return send(call, actor, type ?? 'sms');
	},
};

/** A token that may send on any channel may verify. */
function verify(call: Call, actor: Actor, type: OtpType | undefined): Outcome {
	const mayChat = actor.token.permissions.includes('chat');
	requirePermissions(actor, type === 'wa' || mayChat ? [] : ['sms']);
	const { params, now } = call;
	const phone = readPhone(call);
	const code = params.required('code');
	const codelen = params.integer('codelen', 3, 8) ?? 5;
	const minvalid = params.integer('minvalid', 1, 60) ?? 10;
	const pending = actor.account.otpCodes.get(phone);
	const valid =
		pending?.length !== undefined &&
		pending.code === code &&
		pending.length === codelen &&
		pending.minvalid === minvalid &&
		now <= pending.expiresAt;
	if (!valid) return word('WRONG_CODE');
	actor.account.otpCodes.delete(phone);
	return word('CODE_VALID');
}

function readPhone({ params }: Call): string {
	const found = identifyPhone(params.required('phone'));
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
	const channel = type === 'auto' ? automaticChannel(call, phone, since, isFull) : type;
	if (isFull(channel)) return word('MAX_SENT');

	const code = options.precode ?? randomCode(options.codelen);
	const text = messageText(options, channel, code);
	const reached = charge(actor, channel, type === 'auto');
	if (reached) {
		const delivered = !isUnreachable(phone) && !(channel === 'sms' && lineKind(phone) !== 'mobile');
		service.state.codes.push({ ...wanted, code, channel, at: now, text, delivered });
		service.ledger.add('otp', phone, text);
	}
	actor.account.otpCodes.set(phone, {
		code,
		...(options.precode === undefined ? { length: options.codelen } : {}),
		minvalid: options.minvalid,
		expiresAt: now + options.minvalid * 60_000,
	});
	return { ...word('CODE_SENT'), data: { channel } };
}

/** `auto`: voice for landline and kosher lines, after an SMS that did not arrive, and when the SMS quota is used up. */
function automaticChannel(
	{ service }: Call,
	phone: string,
	since: number,
	isFull: (channel: OtpChannel) => boolean,
): OtpChannel {
	if (lineKind(phone) === 'landline' || lineKind(phone) === 'kosher') return 'vms';
	const firstSmsFailed = service.state.codes.some(
		(code) =>
			code.phone === phone &&
			code.purpose === 'otp' &&
			code.channel === 'sms' &&
			code.at > since &&
			!code.delivered,
	);
	return firstSmsFailed || isFull('sms') ? 'vms' : 'sms';
}

/** Takes the message from the balance. In `auto` a missing voice balance is no error: the number just gets no code. */
function charge({ balance }: Actor, channel: OtpChannel, automatic: boolean): boolean {
	if (channel === 'wa') return true;
	if (balance[channel] < 1) {
		if (automatic && channel === 'vms') return false;
		throw new ServiceError('not enough balance');
	}
	balance[channel] -= 1;
	return true;
}

function messageText(options: OtpOptions, channel: OtpChannel, code: string): string {
	if (channel === 'wa') return options.templateBody.replaceAll('{{1}}', code);
	const lines = [
		`${channel === 'sms' ? options.smstext : 'here is the requested verification code'} ${code}`,
	];
	if (options.webotp !== undefined && channel === 'sms') lines.push(`@${options.webotp} #${code}`);
	return lines.join('\n');
}

const word = (code: string): Outcome => ({ plain: code, message: code });

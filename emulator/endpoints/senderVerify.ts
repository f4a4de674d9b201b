import { oneWord, type Outcome } from '../protocol/reply';
import { ServiceError } from '../protocol/serviceError';
import { authorize, type Actor } from '../rules/authorize';
import { sentSince } from '../rules/codeQuota';
import { identifyPhone, isUnreachable, lineKind } from '../rules/phones';
import { randomCode } from '../state/codes';
import type { Call, Endpoint } from './endpoint';

const windowMs = 15 * 60_000;
/** Requests per number and channel in the window; `auto` may use both channels' share. */
const perChannel = 2;
const codeLength = 5;

/** Verify a phone number as SMS sender ID (specification, Verify a sender). */
export const senderVerify: Endpoint = {
	name: 'senderVerify',
	action: () => 'senderverify',
	handle: (call) => {
		const actor = authorize(call, ['sms']);
		const phone = readPhone(call);
		if (actor.account.senders.some(({ id }) => id === phone)) return oneWord('PHONE_EXIST');
		return call.params.sent('code') ? verify(call, actor, phone) : requestCode(call, actor, phone);
	},
};

function readPhone({ params }: Call): string {
	const found = identifyPhone(params.required('phone'));
	if (found === undefined || lineKind(found.phone) === 'abroad') {
		throw new ServiceError('phone must be a valid Israeli phone');
	}
	return found.phone;
}

function requestCode({ params, now, service }: Call, { account }: Actor, phone: string): Outcome {
	params.required('type');
	const type = params.oneOf('type', ['sms', 'vms', 'auto']) ?? 'auto';
	const automatic = lineKind(phone) === 'landline' ? 'vms' : 'sms';
	const channel = type === 'auto' ? automatic : type;
	const wanted = { phone, purpose: 'senderVerify' as const, accountId: account.id };
	const sent = (on: 'sms' | 'vms') =>
		sentSince(service.state.codes, { ...wanted, channel: on }, now - windowMs);
	const full =
		type === 'auto' ? sent('sms') + sent('vms') >= 2 * perChannel : sent(channel) >= perChannel;
	if (full) return oneWord('MAX_SENT');

	const code = randomCode(codeLength);
	const text = `Your verification code is ${code}`;
	account.senderCodes.set(phone, { code, minvalid: 15, expiresAt: now + windowMs });
	service.sendCode(
		{ ...wanted, code, channel, at: now, text, delivered: !isUnreachable(phone) },
		channel === 'sms' ? '' : '0',
		channel === 'sms' ? { kind: 'sms', text, parts: 1 } : { kind: 'call', says: text, asks: 'no' },
	);
	return oneWord('CODE_SENT');
}

function verify({ params, now }: Call, { account }: Actor, phone: string): Outcome {
	const desc = params.textOf('desc', 1, 50) ?? '';
	const pending = account.senderCodes.get(phone);
	if (pending === undefined || pending.code !== params.text('code') || now > pending.expiresAt) {
		return oneWord('WRONG_CODE');
	}
	account.senderCodes.delete(phone);
	account.senders.push({ id: phone, description: desc });
	return oneWord('OK');
}

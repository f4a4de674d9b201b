import type { Params } from '../protocol/params';
import type { Readings } from '../protocol/readings';
import type { Outcome } from '../protocol/reply';
import { ServiceError } from '../protocol/serviceError';
import { authorize, type Actor } from '../rules/authorize';
import { identifyOwnNumber, lineKind, type Phone } from '../rules/phones';
import { isSingleNumber, phonesNow, readRecipients, type Recipients } from '../rules/recipients';
import { readNotificationPage, readSendOptions, readValidate } from '../rules/sendOptions';
import { sendReply } from '../rules/sendReply';
import { smsParts } from '../rules/smsParts';
import type { Audience, Campaign, Recipient } from '../state/campaign';
import type { Call, Endpoint } from './endpoint';

/** Send SMS and, with `act=credit`, the SMS balance (specification, Send SMS, SMS balance). */
export const scheduleSms: Endpoint = {
	name: 'scheduleSms',
	action: (params) => (params.raw('act') === 'credit' ? 'credit' : 'sendsms'),
	handle: (call) => {
		const actor = authorize(call, ['sms']);
		const act = call.params.oneOf('act', ['credit']);
		return act === 'credit' ? balance(actor) : send(call, actor);
	},
};

function balance({ balance: { sms } }: Actor): Outcome {
	return { plain: String(sms), data: { credit: sms } };
}

function send(call: Call, actor: Actor): Outcome {
	const { params, now, service } = call;
	const from = readSender(call, actor);
	const { settings } = service;
	const allowed = ['list', 'pid', 'listjson'] as const;
	const recipients = readRecipients(params, actor.account, allowed, settings);
	if (recipients.kind === 'listjson' && params.sent('msg')) {
		throw new ServiceError('msg must not be sent with listjson');
	}
	const shared =
		recipients.kind === 'listjson' ? undefined : readMessage(params, params.raw('msg'), 'msg');
	const toRecipients = messages(params, recipients, shared, settings);
	const single = isSingleNumber(recipients);
	const { scheduledFor, ...options } = readSendOptions(params, now, single, settings);
	const validate = readValidate(params, true);
	const campaign: Campaign = service.launch({
		channel: 'sms',
		from,
		account: actor.account,
		suid: actor.subAdmin?.suid,
		charge: { balance: actor.balance, unit: 'sms' },
		saved: !single,
		desc: params.text('desc') ?? '',
		recipients: toRecipients,
		scheduledFor,
		nu: readNotificationPage(params),
		...options,
	});
	return sendReply(campaign.tid, validate ? recipients : undefined);
}

/** `from`: an approved sender of the account, or the one the token's settings fix. */
function readSender({ params }: Call, { token, account }: Actor): string {
	const from = params.text('from') ?? token.fixedSender;
	if (from === undefined) throw new ServiceError('from is required');
	const phone = identifyOwnNumber(from);
	const isText = /^[A-Za-z0-9 +*]{2,11}$/.test(from);
	if (phone === undefined && !isText) {
		throw new ServiceError('from must be a phone number or a text ID of 2 to 11 chars');
	}
	const approved = account.senders.some(({ id }) => id === from || id === phone);
	if (!approved) throw new ServiceError('sender id not approved');
	return from;
}

function readMessage(params: Params, value: unknown, name: string): string {
	if (value === undefined || value === null || value === '') {
		throw new ServiceError(`${name} is required`);
	}
	if (typeof value === 'object') throw new ServiceError(`${name} must be a text`);
	const text = String(value);
	if (text.trim() === '') throw new ServiceError(`${name} is required`);
	if (params.countChars(text) > 1000) throw new ServiceError(`${name} must be up to 1000 chars`);
	return text;
}

/** Who gets what. Every text of `listjson` is judged before anything is accepted. */
function messages(
	params: Params,
	recipients: Recipients,
	shared: string | undefined,
	{ sharedMembers, emoji, smsAbroad }: Readings,
): () => Audience {
	const message = (phone: Phone, text: string): Recipient => {
		const parts = smsParts(text, emoji);
		const isFree = smsAbroad === 'free' && lineKind(phone.phone) === 'abroad';
		const content = { kind: 'sms' as const, text, parts };
		return { phone: phone.phone, given: phone.given, text, content, cost: isFree ? 0 : parts };
	};
	if (recipients.kind === 'listjson') {
		const personal = recipients.phones.map((phone) =>
			message(phone, readMessage(params, phone.value, `msg for ${phone.given}`)),
		);
		return () => ({ recipients: personal, skipped: recipients.skipped });
	}
	const text = shared ?? '';
	return () => {
		const { phones, skipped } = phonesNow(recipients, sharedMembers);
		return { recipients: phones.map((phone) => message(phone, text)), skipped };
	};
}

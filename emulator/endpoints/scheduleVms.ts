import type { Params } from '../protocol/params';
import type { Outcome } from '../protocol/reply';
import { ServiceError } from '../protocol/serviceError';
import { isWebAddress } from '../protocol/webAddress';
import { authorize, type Actor } from '../rules/authorize';
import { identifyOwnNumber } from '../rules/phones';
import { isSingleNumber, phonesNow, readRecipients } from '../rules/recipients';
import { readSendOptions } from '../rules/sendOptions';
import { sendReply } from '../rules/sendReply';
import type { CampaignPlan } from '../state/campaign';
import type { MessageContent } from '../state/message';
import type { Call, Endpoint } from './endpoint';

const firstServices = ['sid', 'tts', 'fileurl'] as const;

/** Send voice (specification, Send voice). */
export const scheduleVms: Endpoint = {
	name: 'scheduleVms',
	action: () => 'sendvms',
	handle: (call) => {
		const actor = authorize(call, ['voice']);
		if (!actor.account.services.voice) throw new ServiceError('voice service not active');
		return send(call, actor);
	},
};

function send({ params, now, service }: Call, actor: Actor): Outcome {
	const from = readCaller(params, actor);
	params.required('desc');
	const desc = params.textOf('desc', 2, 100) ?? '';
	const { settings } = service;
	const recipients = readRecipients(params, actor.account, ['list', 'pid'], settings);
	const content = readContent(params, actor);
	const amd = params.integer('amd', 0, 3);
	const single = isSingleNumber(recipients);
	const { scheduledFor, interval, np, ne } = readSendOptions(params, now, single, settings);
	const plan: CampaignPlan = {
		channel: 'voice',
		from,
		account: actor.account,
		suid: actor.subAdmin?.suid,
		charge: { balance: actor.balance, unit: 'vms' },
		saved: !single,
		desc,
		recipients: () => {
			const { phones, skipped } = phonesNow(recipients, settings.sharedMembers);
			const message = { text: content, content: callContent(params, actor), cost: 1 };
			return { recipients: phones.map((phone) => ({ ...phone, ...message })), skipped };
		},
		scheduledFor,
		interval,
		np,
		ne,
		file: readRecording(params),
		stopAt: readStop(params),
		retry: readRetry(params),
		nobodyAnswers: amd === 3 && !startsMenu(params, actor),
	};
	checkCallOptions(params, actor);
	return sendReply(service.launch(plan).tid);
}

function readCaller(params: Params, { account }: Actor): string {
	const from = params.required('from');
	const caller = from === '0' ? from : identifyOwnNumber(from);
	if (caller === undefined || !account.callers.includes(caller)) {
		throw new ServiceError('invalid caller number');
	}
	return caller;
}

/** Exactly one of an existing service, text to speech and an MP3; what the ledger shows of it. */
function readContent(params: Params, actor: Actor): string {
	const sent = firstServices.filter((name) => params.sent(name));
	if (sent.length !== 1) {
		throw new ServiceError(
			sent.length === 0
				? 'one of sid, tts, fileurl is required'
				: 'only one of sid, tts, fileurl may be sent',
		);
	}
	const [name] = sent;
	if (name === 'sid') {
		requireService(params, actor, 'sid');
		for (const other of ['getdigits', 'nextsid']) {
			if (params.sent(other)) throw new ServiceError(`${other} needs tts or fileurl`);
		}
	}
	if (name === 'tts') {
		if (!actor.account.services.textToSpeech) throw new ServiceError('text to speech not active');
		params.textOf('tts', 1, 1000);
	}
	if (name === 'fileurl' && !isWebAddress(params.required('fileurl'))) {
		throw new ServiceError('fileurl must be a valid URL');
	}
	return `${name}:${params.required(name)}`;
}

function readRecording(params: Params): CampaignPlan['file'] {
	const address = params.text('fileurl');
	return address === undefined ? undefined : { address, types: ['mp3'] };
}

/** The call as its recipient hears it. */
function callContent(params: Params, actor: Actor): MessageContent {
	const nameOf = (param: string) => {
		const sid = params.code(param);
		return actor.account.telephony.find((service) => service.sid === sid)?.name;
	};
	return {
		kind: 'call',
		says: params.text('tts') ?? '',
		recording: params.text('fileurl'),
		service: nameOf('sid'),
		next: nameOf('nextsid'),
		asks: startsMenu(params, actor) ? 'menu' : (params.text('getdigits') ?? 'no'),
	};
}

function checkCallOptions(params: Params, actor: Actor): void {
	const digits = params.text('getdigits');
	const known = digits === undefined || /^(?:no|all|num|\d{1,10})$/.test(digits);
	if (!known || digits === '0') {
		throw new ServiceError('getdigits must be no, all, num or a list of digits other than 0 alone');
	}
	requireService(params, actor, 'nextsid');
	requireService(params, actor, 'endsid');
	params.oneOf('lang', ['he', 'ar', 'ru', 'en']);
	params.oneOf('gender', ['male', 'female']);
	params.textOf('data', 1, 50);
	params.textOf('constdata', 1, 50);
}

function requireService(params: Params, { account }: Actor, name: string): void {
	const sid = params.code(name);
	if (sid === undefined) return;
	const service = account.telephony.find((candidate) => candidate.sid === sid);
	if (service === undefined) throw new ServiceError(`${name} not found`);
	if (name === 'endsid' && service.kind !== 'dynamicInformation') {
		throw new ServiceError('endsid must be a dynamic-information service');
	}
}

function readStop(params: Params): string | undefined {
	const stop = params.text('stop');
	if (stop !== undefined && !/^(?:[01]\d|2[0-3])[0-5]\d$/.test(stop)) {
		throw new ServiceError('stop must be 4 digits HHMM');
	}
	return stop;
}

function readRetry(params: Params): CampaignPlan['retry'] {
	const rounds = params.integer('retry', 1, 10);
	const minutes = params.integer('retryint', 1, 30);
	return rounds === undefined ? undefined : { rounds, minutes: minutes ?? 1 };
}

/** Whether the call plays a menu at all: only there can `amd=3` see a pressed key. */
function startsMenu(params: Params, { account }: Actor): boolean {
	return ['sid', 'nextsid'].some((name) => {
		const sid = params.code(name);
		return account.telephony.some((service) => service.sid === sid && service.kind === 'menu');
	});
}

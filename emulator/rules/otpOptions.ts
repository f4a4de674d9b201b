import type { Params } from '../protocol/params';
import { ServiceError } from '../protocol/serviceError';
import type { Account } from '../state/account';
import type { Template } from '../state/template';
import { readSendableTemplate } from '../templates/sendableTemplate';
import { readChatNumber, requireChat } from './chatAccess';
import { otpLanguages, smsPhrases, voicePhrases } from './otpTexts';
import { identifyOwnNumber } from './phones';

/** Channel a code leaves on, in the words of `data.channel`. */
export type OtpChannel = 'sms' | 'vms' | 'wa';

/** The optional parameters of a send call, checked. */
export interface OtpOptions {
	/** Digits of the code. */
	codelen: number;
	/** Validity in minutes. */
	minvalid: number;
	/** Most messages per channel in the validity window. */
	most: Record<OtpChannel, number>;
	/** The caller's own code. */
	precode?: string;
	/** What stands before the code in an SMS, and what is heard before it in a call. */
	smstext: string;
	voicetext: string;
	webotp?: string;
	/** Only for `type=wa`. */
	template?: Template;
}

/** Checks every optional parameter of a send call (specification, One-time codes). */
export function readOtpOptions(params: Params, account: Account, type: string): OtpOptions {
	checkSenders(params, account);
	const lang = params.oneOf('lang', otpLanguages) ?? 'he';
	const vmssid = params.code('vmssid');
	const isMessage = account.telephony.some(
		({ sid, kind }) => sid === vmssid && kind === 'playMessage',
	);
	if (vmssid !== undefined && !isMessage) {
		throw new ServiceError('vmssid must be a telephony service of kind play message');
	}
	return {
		codelen: params.integer('codelen', 3, 8) ?? 5,
		minvalid: params.integer('minvalid', 1, 60) ?? 10,
		most: {
			sms: params.integer('maxsms', 1, 10) ?? 2,
			vms: params.integer('maxvms', 1, 10) ?? 2,
			wa: params.integer('maxwa', 1, 10) ?? 2,
		},
		precode: readPrecode(params),
		smstext: params.text('smstext') ?? smsPhrases[lang],
		voicetext: vmssid === undefined ? voicePhrases[lang] : `vmssid:${vmssid}`,
		webotp: readWebOtp(params, type),
		template: type === 'wa' ? readTemplate(params, account) : undefined,
	};
}

function checkSenders(params: Params, account: Account): void {
	const smsfrom = params.text('smsfrom');
	const sender = smsfrom === undefined ? undefined : (identifyOwnNumber(smsfrom) ?? smsfrom);
	if (sender !== undefined && !account.senders.some(({ id }) => id === sender)) {
		throw new ServiceError('sender id not approved');
	}
	const vmsfrom = params.text('vmsfrom');
	const caller = vmsfrom === '0' ? '0' : identifyOwnNumber(vmsfrom ?? '');
	if (vmsfrom !== undefined && (caller === undefined || !account.callers.includes(caller))) {
		throw new ServiceError('invalid caller number');
	}
}

function readPrecode(params: Params): string | undefined {
	const precode = params.text('precode');
	if (precode !== undefined && !/^\d{3,8}$/.test(precode)) {
		throw new ServiceError('precode must be 3 to 8 digits');
	}
	return precode;
}

function readWebOtp(params: Params, type: string): string | undefined {
	const domain = params.text('webotp');
	if (domain === undefined) return undefined;
	if (type !== 'sms' && type !== 'auto') throw new ServiceError('webotp is for SMS only');
	if (!/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(domain)) {
		throw new ServiceError('webotp must be a domain name without http');
	}
	return domain;
}

function readTemplate(params: Params, account: Account): Template {
	requireChat({ account });
	const template = readSendableTemplate(params, 'watemplate', account);
	if (template.category !== 'AUTHENTICATION') {
		throw new ServiceError('watemplate must be a template of category AUTHENTICATION');
	}
	readChatNumber(params, { account }, 'wafrom');
	return template;
}

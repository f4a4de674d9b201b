import { fetchFile } from '../files/fetchFile';
import { countChars, type Params } from '../http/params';
import type { Outcome } from '../http/reply';
import { identifyPhone } from '../rules/phones';
import { sendReply } from '../rules/sendOptions';
import { ServiceError } from '../serviceError';
import { authorize } from '../state/authorize';
import { chatAccess, readChatNumber, requireChat } from '../state/chatAccess';
import type { Account } from '../state/types';
import type { Endpoint } from './types';

const hourMs = 3_600_000;
const mostPerHour = 200;
/** The window counts as closed five minutes early, so that a queued message does not leave after it. */
const windowMs = 24 * hourMs - 5 * 60_000;

/** Send free-form chat-channel message (specification, section of that name). */
export const sendWa: Endpoint = {
	name: 'sendWa',
	action: () => 'sendwafree',
	handle: async (call) => {
		const { params, now, service } = call;
		const actor = authorize(call, ['chat'], chatAccess);
		requireChat(actor);
		const { account, subAdmin } = actor;
		const from = readChatNumber(params, actor);
		const to = readRecipient(params);
		const fileurl = params.text('fileurl');
		const msg = readText(params, fileurl !== undefined);
		if (account.blockedPhones.has(to)) {
			throw new ServiceError("recipient removed from the account's mailing list");
		}
		checkWindow(account, `${from} ${to}`, now);
		checkHour(account, now);
		if (fileurl !== undefined) {
			const kind = await fetchFile(fileurl, service.settings.allowLocalFiles);
			if (kind === 'audio' && msg !== '') throw new ServiceError('audio message with text');
		}
		account.freeFormSentAt.push(now);
		const text = fileurl === undefined ? msg : `${msg}\n${fileurl}`;
		const campaign = service.launch(
			{
				channel: 'chat',
				account,
				suid: subAdmin?.suid,
				saved: false,
				desc: describe(params.text('desc'), msg),
				recipients: () => [{ phone: to, given: params.text('to') ?? to, text, cost: 0 }],
			},
			'chatReply',
		);
		return sendReply(campaign.tid) satisfies Outcome;
	},
};

function readRecipient(params: Params): string {
	const to = params.text('to');
	const found = to === undefined ? undefined : identifyPhone(to);
	if (found === undefined) throw new ServiceError('to missing or invalid');
	return found.phone;
}

function readText(params: Params, withFile: boolean): string {
	const msg = params.text('msg') ?? '';
	if (msg.trim() === '' && !withFile) throw new ServiceError('msg missing with no file');
	const length = countChars(msg);
	if (withFile && length > 1000) throw new ServiceError('caption over 1000 chars with a file');
	if (length > 2000) throw new ServiceError('msg over 2000 chars');
	return msg;
}

function checkWindow(account: Account, key: string, now: number): void {
	const last = account.lastInbound.get(key);
	if (last === undefined || now >= last + windowMs) {
		throw new ServiceError('window closed for this recipient (use a template)');
	}
}

/** Counted per account, shared with its sub-admins. */
function checkHour(account: Account, now: number): void {
	account.freeFormSentAt = account.freeFormSentAt.filter((at) => at > now - hourMs);
	if (account.freeFormSentAt.length >= mostPerHour) {
		throw new ServiceError(`hourly limit of ${mostPerHour} free-form messages reached`);
	}
}

/** A description outside 2 to 100 chars is replaced by the start of the message. */
function describe(desc: string | undefined, msg: string): string {
	const length = countChars(desc ?? '');
	return desc !== undefined && length >= 2 && length <= 100 ? desc : msg.slice(0, 100);
}

import type { Params } from '../protocol/params';
import type { Readings } from '../protocol/readings';
import type { Outcome } from '../protocol/reply';
import { ServiceError } from '../protocol/serviceError';
import { authorize, type AuthorizeTexts } from '../rules/authorize';
import { chatAccess, readChatNumber, requireChat } from '../rules/chatAccess';
import { identifyPhone } from '../rules/phones';
import { replyWindowMs } from '../rules/replyWindow';
import { sendReply } from '../rules/sendReply';
import type { Account } from '../state/account';
import type { ShownFile } from '../state/message';
import type { Call, Endpoint } from './endpoint';

const hourMs = 3_600_000;
const mostPerHour = 200;

/** The words of the free-form errors where they differ from the listing's (specification, Error words). */
const words: Partial<AuthorizeTexts> = {
	...chatAccess,
	denied: () => 'token lacks chat-channel permission',
};

/** Replies (specification, "Send chat reply"). */
export const sendWa: Endpoint = {
	name: 'sendWa',
	action: () => 'sendwafree',
	handle: async (call) => {
		const { params, now, service } = call;
		const actor = authorize(call, ['chat'], words);
		requireChat(actor, 'chat channel not configured for the account');
		const { account, subAdmin } = actor;
		const from = readChatNumber(params, actor);
		const to = readRecipient(params, service.settings.withoutZero);
		const fileurl = params.text('fileurl');
		const msg = readText(params, fileurl !== undefined);
		if (account.blockedPhones.has(to)) {
			throw new ServiceError("recipient removed from the account's mailing list");
		}
		checkWindow(account, to, now);
		checkHour(account, now);
		const file = await readFile(fileurl, service);
		if (file?.kind === 'audio' && msg !== '') throw new ServiceError('audio message with text');
		account.freeFormSentAt.push(now);
		const text = fileurl === undefined ? msg : `${msg}\n${fileurl}`;
		const campaign = service.launch(
			{
				channel: 'chat',
				from,
				account,
				suid: subAdmin?.suid,
				saved: false,
				desc: describe(params, msg),
				recipients: () => ({
					recipients: [
						{
							phone: to,
							given: params.text('to') ?? to,
							text,
							content: { kind: 'chat', text: msg, file },
							cost: 0,
						},
					],
					skipped: [],
				}),
			},
			'chatReply',
		);
		return sendReply(campaign.tid) satisfies Outcome;
	},
};

function readRecipient(params: Params, withoutZero: Readings['withoutZero']): string {
	const to = params.text('to');
	const found = to === undefined ? undefined : identifyPhone(to, withoutZero);
	if (found === undefined) throw new ServiceError('to missing or invalid');
	return found.phone;
}

function readText(params: Params, withFile: boolean): string {
	const msg = params.text('msg') ?? '';
	if (msg.trim() === '' && !withFile) throw new ServiceError('msg missing with no file');
	const length = params.countChars(msg);
	if (withFile && length > 1000) throw new ServiceError('caption over 1000 chars with a file');
	if (length > 2000) throw new ServiceError('msg over 2000 chars');
	return msg;
}

async function readFile(url: string | undefined, { downloads }: Call['service']) {
	if (url === undefined) return undefined;
	const { kind } = await downloads.fetch(url);
	return { url, kind } satisfies ShownFile;
}

function checkWindow(account: Account, phone: string, now: number): void {
	const last = account.lastInbound.get(phone);
	if (last === undefined || now >= last + replyWindowMs) {
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
function describe(params: Params, msg: string): string {
	const desc = params.text('desc');
	const length = params.countChars(desc ?? '');
	return desc !== undefined && length >= 2 && length <= 100 ? desc : msg.slice(0, 100);
}

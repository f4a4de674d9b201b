import { keysTaken } from '../rules/callKeys';
import { identifyPhone, internationalForm } from '../rules/phones';
import { replyWindowMs } from '../rules/replyWindow';
import type { Service } from '../service/service';
import type { Account } from '../state/account';
import type { Message, MessageContent } from '../state/message';
import { forwardInbound, type Forwarded } from './forward';

/** A phone in the list of phones. */
export interface PhoneSummary {
	phone: string;
	/** From the distribution lists; empty when no one knows. */
	name: string;
	/** The newest message, or the newest that was searched for. */
	last: Pick<Message, 'id' | 'at' | 'business' | 'byRecipient'> & {
		kind: MessageContent['kind'];
		text: string;
	};
	messages: number;
}

/** Phones as they are listed. */
export interface PhoneList {
	/** Changes when all messages were forgotten: anyone who kept phones of another era must drop them. */
	era: number;
	/** Those with the newest messages come first. */
	phones: PhoneSummary[];
}

/** What is between one phone and one account. */
export interface Relation {
	account: string;
	chatNumbers: string[];
	/** Moment in ms the reply window closes; null when it is closed. */
	windowUntil: number | null;
	blocked: boolean;
	lists: Array<{ pid: number; name: string; left: boolean }>;
}

/** A phone with everything on it. */
export interface Thread {
	phone: string;
	name: string;
	messages: Message[];
	relations: Relation[];
}

const snippetLength = 120;

/** The phones, and what their owners do. */
export class Phones {
	constructor(private readonly service: Service) {}

	/**
	 * Phones that got or wrote something.
	 *
	 * @param search part of a number, a name or a message
	 * @param since only those with a message of a higher number
	 */
	list(search = '', since = 0): PhoneList {
		const { handsets } = this.service;
		const phones: PhoneSummary[] = [];
		const wanted = search.trim().toLowerCase();
		const digits = /^[\d\s()+-]+$/.test(wanted) ? wanted.replace(/\D/g, '') : '';
		for (const [phone, messages] of handsets.newestFirst()) {
			if (messages[messages.length - 1].id <= since) break;
			const name = this.nameOf(phone);
			const byOwner =
				(digits !== '' && isSpelled(phone, digits)) || name.toLowerCase().includes(wanted);
			const found = byOwner
				? messages.at(-1)
				: messages.filter(({ content }) => textOf(content).toLowerCase().includes(wanted)).at(-1);
			if (found !== undefined) phones.push(summary(phone, name, found, messages.length));
		}
		return { era: handsets.era, phones };
	}

	/** One phone. Throws for a text that is no phone. */
	thread(given: string): Thread {
		const phone = this.identify(given);
		const messages = this.service.handsets.thread(phone);
		const accounts = new Set(['main', ...messages.map(({ accountId }) => accountId)]);
		return {
			phone,
			name: this.nameOf(phone),
			messages,
			relations: [...accounts].map((id) => this.relation(phone, this.account(id))),
		};
	}

	/** A customer writes to the business: opens or extends the reply window. */
	open(given: string, account = 'main'): string {
		const phone = this.identify(given);
		this.account(account).lastInbound.set(phone, this.service.clock.now());
		this.service.changes.mark('phones');
		return phone;
	}

	/** A customer writes a text. It is in the thread, and goes to the address of `forwardInbound`. */
	async write(given: string, text: string, accountId = 'main'): Promise<Forwarded | undefined> {
		if (text.trim() === '') throw new Error('text is empty');
		const { handsets, clock, settings } = this.service;
		const phone = this.open(given, accountId);
		handsets.add({
			phone,
			accountId,
			byRecipient: true,
			business: this.account(accountId).chatNumbers[0] ?? '',
			at: clock.now(),
			content: { kind: 'chat', text },
		});
		return await forwardInbound(settings, { from: phone, text });
	}

	/** Digits are pressed in a call. Throws when it does not wait for them. */
	press(given: string, id: number, digits: string): void {
		const phone = this.identify(given);
		const { handsets } = this.service;
		const call = handsets.thread(phone).find((message) => message.id === id);
		if (call?.content.kind !== 'call') throw new Error(`no call ${id} on ${phone}`);
		if (!takes(call.content.asks, call.pressed, digits)) {
			throw new Error(
				digits === '' ? 'digits is empty' : `this call takes no ${digits}${soFar(call.pressed)}`,
			);
		}
		handsets.press(phone, id, digits);
	}

	/** The phone blocks the business, or lets it in again. */
	block(given: string, blocked: boolean, accountId = 'main'): void {
		const { blockedPhones } = this.account(accountId);
		if (blocked) blockedPhones.add(this.identify(given));
		else blockedPhones.delete(this.identify(given));
		this.service.changes.mark('phones');
	}

	/** The phone leaves a distribution list, or comes back. Throws when it was never in it. */
	leave(given: string, pid: number, left: boolean, accountId = 'main'): void {
		const contact = this.account(accountId).lists.get(pid)?.contacts.get(this.identify(given));
		if (contact === undefined) throw new Error(`${given} is not in list ${pid}`);
		contact.blocked = left;
		this.service.changes.mark('phones');
		this.service.changes.mark('account');
	}

	private relation(phone: string, account: Account): Relation {
		const last = account.lastInbound.get(phone);
		const until = last === undefined ? 0 : last + replyWindowMs;
		return {
			account: account.id,
			chatNumbers: account.chatNumbers,
			windowUntil: until > this.service.clock.now() ? until : null,
			blocked: account.blockedPhones.has(phone),
			lists: [...account.lists.values()].flatMap(({ pid, name, contacts }) => {
				const contact = contacts.get(phone);
				return contact === undefined ? [] : [{ pid, name, left: contact.blocked }];
			}),
		};
	}

	private nameOf(phone: string): string {
		for (const { contacts } of this.account('main').lists.values()) {
			const { fname = '', lname = '' } = contacts.get(phone)?.fields ?? {};
			const name = `${fname} ${lname}`.trim();
			if (name !== '') return name;
		}
		return '';
	}

	private identify(given: string): string {
		const digits = given.replace(/[\s()+-]/g, '');
		const found = identifyPhone(digits, this.service.settings.withoutZero);
		if (found === undefined) throw new Error(`no phone: ${given}`);
		return found.phone;
	}

	private account(id: string): Account {
		const account = this.service.state.accounts.get(id);
		if (account === undefined) throw new Error(`no account ${id}`);
		return account;
	}
}

function summary(phone: string, name: string, message: Message, messages: number): PhoneSummary {
	const { id, at, business, byRecipient, content } = message;
	const text = textOf(content).slice(0, snippetLength);
	return {
		phone,
		name,
		last: { id, at, business, byRecipient, kind: content.kind, text },
		messages,
	};
}

/** What a list shows of a message, and a search looks into. */
function textOf(content: MessageContent): string {
	switch (content.kind) {
		case 'template':
			return [content.title, content.body].filter((text) => text !== '').join(' · ');
		case 'call':
			return content.says || content.service || content.recording || '';
		case 'chat':
			return content.text || (content.file?.url ?? '');
		default:
			return content.text;
	}
}

/** Whether digits are part of a phone in its local or its international spelling. */
const isSpelled = (phone: string, digits: string): boolean =>
	phone.includes(digits) || internationalForm(phone).includes(digits);

/** Whether a call takes these digits, one after the other. */
function takes(asks: string, pressed: string | undefined, digits: string): boolean {
	return (
		digits !== '' &&
		[...digits].every((digit, index) =>
			keysTaken(asks, (pressed ?? '') + digits.slice(0, index)).includes(digit),
		)
	);
}

const soFar = (pressed?: string): string => (pressed === undefined ? '' : ` after ${pressed}`);

import type { Message } from './message';

/** A message before its handset has it. */
export type NewMessage = Omit<Message, 'id'>;

/** The handsets of the world: what arrived on each, and what its owner wrote. */
export class Handsets {
	/** By phone; the one with the newest message comes last. */
	private threads = new Map<string, Message[]>();
	private lastId = 0;
	/** Another after each clearing and in each process: what was read in an earlier era is gone. */
	era = Date.now();

	/** @param changed is called after every change */
	constructor(private readonly changed: () => void) {}

	/** Puts a message on its handset. */
	add(message: NewMessage): void {
		this.lastId += 1;
		const thread = this.threads.get(message.phone) ?? [];
		thread.push({ id: this.lastId, ...message });
		this.threads.delete(message.phone);
		this.threads.set(message.phone, thread);
		this.changed();
	}

	/** Phones and their messages, oldest first in each; the phone with the newest message comes first. */
	newestFirst(): Array<[phone: string, messages: Message[]]> {
		return [...this.threads].reverse();
	}

	/** The messages of one phone, oldest first. */
	thread(phone: string): Message[] {
		return this.threads.get(phone) ?? [];
	}

	/** Adds digits to those pressed in a call. Throws when the phone has no such call. */
	press(phone: string, id: number, digits: string): void {
		const call = this.thread(phone).find((message) => message.id === id);
		if (call?.content.kind !== 'call') throw new Error(`no call ${id} on ${phone}`);
		call.pressed = (call.pressed ?? '') + digits;
		this.changed();
	}

	/** Forgets all and begins a new era. */
	clear(): void {
		this.threads = new Map();
		this.era += 1;
		this.changed();
	}
}

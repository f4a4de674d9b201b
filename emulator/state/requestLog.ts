import type { JsonValue } from '../protocol/json';
import type { RequestMode } from '../protocol/readCall';

/** One request to the service. */
export interface RequestRecord {
	/** 1 for the first since the last clearing. */
	index: number;
	/** Moment in ms. */
	at: number;
	/** Script name, for example `scheduleSms`; what was asked for when it does not exist. */
	endpoint: string;
	mode: RequestMode;
	method: string;
	/** Path and query as sent. */
	url: string;
	contentType: string;
	/** Decoded parameters; in JSON mode the body as sent. */
	parameters: JsonValue;
	/** The body as sent, when it should have been JSON and is not; cut after 64 KB. */
	unread?: string;
	remoteIp: string;
	/** Whether the service did what it was asked. */
	accepted: boolean;
	taskId?: string;
	/** HTTP status of the reply, 0 when the connection was reset. */
	status: number;
	/** Body of the reply, cut after 64 KB. */
	reply: string;
	/** Kind of the fault applied. */
	fault?: string;
}

const keptRequests = 20_000;
const keptChars = 65_536;

/** The requests in the order they arrived, the newest 20,000 of them. */
export class RequestLog {
	private records: RequestRecord[] = [];
	private count = 0;

	/** @param changed is called after every change */
	constructor(private readonly changed: () => void) {}

	/** Opens the record of a request that just arrived; the caller completes it. */
	open(record: Omit<RequestRecord, 'index' | 'accepted' | 'status' | 'reply'>): RequestRecord {
		this.count += 1;
		const opened = { index: this.count, ...record, accepted: false, status: 0, reply: '' };
		if (opened.unread !== undefined) opened.unread = opened.unread.slice(0, keptChars);
		this.records.push(opened);
		if (this.records.length > keptRequests) this.records.shift();
		this.changed();
		return opened;
	}

	/** Notes the reply. */
	complete(record: RequestRecord, status: number, reply: string): void {
		record.status = status;
		record.reply = reply.slice(0, keptChars);
		this.changed();
	}

	/** The records, oldest first. */
	list(): RequestRecord[] {
		return [...this.records];
	}

	/** Forgets all. */
	clear(): void {
		this.records = [];
		this.count = 0;
		this.changed();
	}
}

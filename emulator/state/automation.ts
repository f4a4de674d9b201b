/** A limit on the runs of an automation, counted per sender IP. */
export interface RateLimit {
	runs: number;
	per: 'minute' | 'hour' | 'day';
}

/** A user-built automation. */
export interface Automation {
	autoid: number;
	name: string;
	condition: 'draft' | 'paused' | 'active';
	trigger: 'webhook' | 'other';
	fields: string[];
	rateLimit?: RateLimit;
	/** Sub-admins that may start it. */
	assignedTo: number[];
}

/** One run of an automation. */
export interface AutomationRun {
	runId: string;
	autoid: number;
	accountId: string;
	suid?: number;
	/** Moment in ms. */
	at: number;
	senderIp: string;
	/** `trigger.<name>` to value. */
	variables: Record<string, string>;
}

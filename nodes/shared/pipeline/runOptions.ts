// The options of a campaign for the whole run.
import type { SharedRules } from '../approve/previewed';
import type { UnknownOutcome } from '../fields/sendingOptions';
import type { CheckName } from '../rules/messageChecks';
import type { OptOutLinksOf } from '../service/optOutLink';

/** Options for the whole run. Each is read once, for the first item. */
export interface RunOptions extends SharedRules {
	/** ID of the approved preview: by it, each row is sent once. */
	approvedId?: string;
	/** Checks whose warnings keep a row back. */
	blockingChecks: ReadonlySet<CheckName>;
	/** Empty for none. */
	campaignKey: string;
	/** Whether only what a person approved is sent. */
	isApproved: boolean;
	/** Who gets nothing, by `comparablePhone`; undefined without the option. */
	leaveOut?: ReadonlySet<string>;
	maxMessages?: number;
	maxRecipients?: number;
	/** Whether a preview makes a page. */
	previewPage: boolean;
	onlyEstimate: boolean;
	/** Makes opt-out links; undefined without the option. */
	optOut?: OptOutLinksOf;
	/** A text must contain one of these words. */
	optOutWords?: string[];
	output: 'campaign' | 'recipient';
	repairNumbers: boolean;
	replaceCharacters: boolean;
	/** A name that a text must contain. */
	requiredName?: string;
	/** More recipients need an approval, except in a preview or a test. */
	requireApprovalAbove?: number;
	test?: TestSend;
	unknownOutcome: UnknownOutcome;
	waitForCompletion: boolean;
	/** Longest wait for completion, in milliseconds. */
	waitLimitMs: number;
}

/** A test: the first rows go to these numbers, and to no one else. */
export interface TestSend {
	numbers: string[];
	rows: number;
}

const DEFAULT_WAIT_MS = 60 * 60_000;

/** The defaults, also for a run whose options cannot be read. */
export const noOptions: RunOptions = {
	...{ sendTo: 'items', duplicates: 'once', output: 'campaign', unknownOutcome: 'stop' },
	...{ campaignKey: '', checkBalance: false, onlyEstimate: false },
	...{ blockingChecks: new Set(), isApproved: false, previewPage: false },
	...{ recipientZone: false, repairNumbers: false, replaceCharacters: false },
	...{ waitForCompletion: false, waitLimitMs: DEFAULT_WAIT_MS },
};

/** Whether the campaign goes to its recipients: it is neither a preview nor a test. */
export function goesToRecipients({ onlyEstimate, test }: RunOptions): boolean {
	return !onlyEstimate && test === undefined;
}

/**
 * Whether an output item is about a row, not a campaign. Previews and approved campaigns always
 * have rows. The members of lists are unknown.
 */
export function isPerRecipient({ sendTo, output, onlyEstimate, isApproved }: RunOptions): boolean {
	return onlyEstimate || isApproved || (sendTo === 'items' && output === 'recipient');
}

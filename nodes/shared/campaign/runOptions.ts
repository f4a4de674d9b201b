// Which options a campaign has for the run as a whole.
import type { SharedRules } from '../approve/previewed';
import type { UnknownOutcome } from '../fields/sendingOptions';
import type { CheckName } from '../rules/messageChecks';
import type { OptOutLinksOf } from '../service/optOutLink';

/** What the options say about the run as a whole. Each is read once, for the first item. */
export interface RunOptions extends SharedRules {
	/** The id of a preview that a person approved: by it, each row is sent once. */
	approvedId?: string;
	/** Checks whose warnings keep a row back. */
	blockingChecks: ReadonlySet<CheckName>;
	/** Empty for none. */
	campaignKey: string;
	/** Whether what a person approved is sent, and nothing else. */
	isApproved: boolean;
	/** Who gets nothing, in the form of `comparablePhone`; undefined without the option. */
	leaveOut?: ReadonlySet<string>;
	maxMessages?: number;
	maxRecipients?: number;
	/** Whether a preview has its page. */
	previewPage: boolean;
	onlyEstimate: boolean;
	/** What makes the opt-out links of texts; undefined without the option. */
	optOut?: OptOutLinksOf;
	/** Words of which a text has to hold one. */
	optOutWords?: string[];
	output: 'campaign' | 'recipient';
	repairNumbers: boolean;
	replaceCharacters: boolean;
	/** A name that a text has to hold. */
	requiredName?: string;
	/** With more recipients nothing is sent without an approval; a preview and a test need none. */
	requireApprovalAbove?: number;
	test?: TestSend;
	unknownOutcome: UnknownOutcome;
	waitForCompletion: boolean;
	/** How long to wait for completion at most, in milliseconds. */
	waitLimitMs: number;
}

/** A test: how many of the first rows go to which numbers, and to no one else. */
export interface TestSend {
	numbers: string[];
	rows: number;
}

/** How long to wait when the options say nothing. */
const DEFAULT_WAIT_MS = 60 * 60_000;

/** Options that change nothing, for a run of which one cannot be read. */
export const noOptions: RunOptions = {
	...{ sendTo: 'items', duplicates: 'once', output: 'campaign', unknownOutcome: 'stop' },
	...{ campaignKey: '', checkBalance: false, onlyEstimate: false },
	...{ blockingChecks: new Set(), isApproved: false, previewPage: false },
	...{ recipientZone: false, repairNumbers: false, replaceCharacters: false },
	...{ waitForCompletion: false, waitLimitMs: DEFAULT_WAIT_MS },
};

/** Whether the campaign is sent to its recipients: it is neither a preview nor a test. */
export function goesToRecipients({ onlyEstimate, test }: RunOptions): boolean {
	return !onlyEstimate && test === undefined;
}

/**
 * Whether an output item represents a row instead of a campaign. A preview and what was approved always have rows; of
 * others to lists, no one knows the members.
 */
export function isPerRecipient({ sendTo, output, onlyEstimate, isApproved }: RunOptions): boolean {
	return onlyEstimate || isApproved || (sendTo === 'items' && output === 'recipient');
}

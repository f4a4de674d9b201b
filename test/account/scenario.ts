import type { IDataObject } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';

/**
 * What a person may do with an operation, and what may go wrong meanwhile. All of it is plain JSON, so that a scenario
 * that was found can be kept in `regressions.json` as it was printed.
 */
export interface Scenario {
	/** Name of one of `operations`. */
	operation: string;
	rows: Row[];
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** "Retry On Fail" with so many tries. */
	tries?: number;
	executeOnce?: true;
	/** A failed execution is run again, as from the list of executions. */
	runAgain?: true;
	/**
	 * A failed execution is run again with a node that was changed: its phone or text column, the sender, what it does, or a
	 * test that is to be real.
	 */
	changed?: 'phone' | 'text' | 'sender' | { operation: string } | 'real';
	/**
	 * The same, with a Campaign Key that was added, that was another one, that is gone, or that has other blanks or another
	 * Unicode form. One that is refused is undone afterward; the same key is used once more.
	 */
	changedKey?: 'added' | 'changed' | 'removed' | 'otherBlanks' | 'otherForm';
	/** Name of the column that holds the phone; `phone` is free for another use when it is not this one. */
	phoneColumn: 'phone' | 'mobile' | 'recipient';
	/** Name of the column that holds the text. */
	textColumn: 'text' | 'message';
	choices: Choices;
	faults: DependencyFault[];
	/** The credential cannot be read, from this reading on and so many times. */
	credential?: { from: number; times: number };
}

/** The settings of the node. Each operation takes those it has. */
export interface Choices {
	/** Text and recipient by expressions; otherwise by merge fields and a column's name, where there are such. */
	byExpression: boolean;
	/** Rows differ in sender (or subject), so that a campaign becomes several requests. */
	split: boolean;
	perRecipient: boolean;
	duplicates: 'once' | 'each';
	checkBalance: boolean;
	/** Only {@link POOR_BALANCE} messages are left. */
	poor: boolean;
	onlyEstimate: boolean;
	/** To how many numbers of one's own how many of the first rows go as a test. */
	test?: { numbers: number; rows: number };
	repairNumbers?: true;
	replaceCharacters?: true;
	/** Numbers that get nothing, as text or by an expression. */
	leaveOut?: { phones: string[]; byExpression: boolean };
	/** Above how many recipients it needs an approval. */
	requireApprovalAbove?: number;
	/** Texts end in the link by which their recipient opts out. */
	optOut?: true;
	/** Checks whose warnings keep a row back. */
	refuseWarnings?: { names: Array<'leftovers' | 'brokenValues'>; byExpression: boolean };
	/** With more recipients nothing is sent. */
	limits?: { maxRecipients: number };
	/** There is a Campaign Key; with `again` a second execution follows the first. */
	campaignKey?: 'once' | 'again';
	/** As what it is entered, in the place of {@link CAMPAIGN_KEY}. */
	enteredKey?: string;
	/** Times of day, and days of the week that are quiet as a whole. */
	quietHours?: { from: string; until: string; days: string[] };
	/** Over how many hours the campaign is spread. */
	spreadOver?: number;
	/** Whose clock counts is in a column, by its name or an expression; or an expression misses the column, or fails. */
	recipientZone?: 'column' | 'expression' | 'misspelled' | 'failing';
	/** "Send Again" after an outcome that is unknown. */
	sendAgain?: true;
	/** Later, for all rows the same, or by row; or earlier than now, for all rows or some. */
	sendAt?: 'same' | 'byRow' | 'past' | 'pastForSome';
	/** A campaign ends after so many messages. */
	mostMessages?: number;
	/** Two distribution lists in place of one, for all rows or for some; or one of two by row. */
	lists?: 'several' | 'overlapping' | 'byRow';
	/** An option of the whole run whose expression gives nothing, or what is no value of it. */
	wrongOption?: { path: WrongOption; gives: string };
	/** To a distribution list instead of phones. */
	toList: boolean;
	/** One more option, the same for all or by an expression. */
	extraOption: 'none' | 'same' | 'expression';
	requestsAtOnce?: number;
	spelling: 'given' | 'local' | 'international';
	/** How an expression fails: it names a node that is not there, or an item that is not there. */
	failure: 'node' | 'item';
}

/** Options of single messages. */
export const wrongOptionsOfItems = [
	...(['timing.sendAt', 'advanced.unknownOutcome', 'advanced.requestsAtOnce'] as const),
];
/** Options of campaigns that hold for all rows, whatever else is set. */
export const wrongOptionsOfCampaigns = [
	...(['mode', 'beforeSending.checkBalance', 'beforeSending.duplicates'] as const),
	...(['options.output', 'timing.sendAt', 'advanced.unknownOutcome'] as const),
	...([
		'beforeSending.campaignKey',
		'beforeSending.leaveOut',
		'beforeSending.repairNumbers',
	] as const),
	...(['options.blockingChecks', 'beforeSending.maxRecipients'] as const),
	...(['timing.quietHours', 'timing.spreadOver', 'options.optOutUrl'] as const),
	...(['timing.recipientZone'] as const),
];
export type WrongOption =
	(typeof wrongOptionsOfItems)[number] | (typeof wrongOptionsOfCampaigns)[number];

/** Something the node depends on that fails. */
export interface DependencyFault {
	/** The request that does the work, or a question the node asks before. */
	target: 'send' | 'balance' | 'templates';
	rule: Omit<FaultRule, 'endpoint' | 'match'>;
}

/** One input item. */
export interface Row {
	phone: PhoneCell;
	/** Missing: the item lacks the column. */
	text?: string | null;
	/** Chooses among what an operation knows, such as campaigns to delete; 0 to 5. */
	pick: number;
	/** Columns of the person's own, whatever their names. */
	columns: IDataObject;
	hasBinary?: true;
	/** The expression in this place throws for this row. */
	throws?: Place;
}

/** Where an expression may throw. */
export type Place = 'content' | 'recipient' | 'option';

/** A phone as a person's table holds it. */
export interface PhoneCell {
	/** Missing: the item lacks the column. */
	entered?: unknown;
	/** The one number it can mean, in the emulator's canonical form; none for a cell with no or two meanings. */
	reading?: string;
	/** The one number it is once what a spreadsheet did to it is repaired; it has no reading before. */
	repaired?: string;
	/** Whether it may also be refused. */
	isOdd?: true;
}

/** Nothing fails but the rows themselves. */
export function isCalm({ faults, credential, choices }: Scenario): boolean {
	return faults.length === 0 && credential === undefined && !choices.poor;
}

/** Each scenario has a node of its own, whose keys are no other's. */
export const CAMPAIGN_KEY = 'Se\u00f1or Sale';

/** So many messages are left in a poor account. */
export const POOR_BALANCE = 2;

/** After so many milliseconds a request that is given a limit counts as lost; generous, since a busy machine answers late. */
export const TIMEOUT_MS = 2000;
/** A reply that is late for certain. */
export const DELAY_MS = 2600;
/** A scenario that takes longer hangs. */
export const LONGEST_SCENARIO_MS = 300_000;

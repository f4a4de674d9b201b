// What is read of each row of a campaign, and by which rules.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Field } from '../fields/field';
import type { FileRule } from '../files/inputFile';
import type { Problem, Read } from '../rules/reader';
import type { Channel } from '../service/notificationAddress';
import type { OptOutLinks, OptOutLinksOf } from '../service/optOutLink';

/** Whom requests go to: the input items themselves, or distribution lists of the account. */
export type SendTo = 'items' | 'lists';

/** Why an item's content cannot be sent. */
export interface ContentProblem extends Problem {
	/** Display name of the field, if it is not the one the content comes from. */
	field?: string;
	/** True when it concerns the campaign as a whole, whatever the item. */
	concernsAll?: true;
}

/**
 * What a recipient gets, in a form two of which can be compared; a problem names its field.
 *
 * @param body the settings of the item, by wire name
 */
export type ContentReader = (
	item: number,
	json: IDataObject,
	body: IDataObject,
) => { value: string } | { problem: ContentProblem };

/** How rows are read, the same for all. */
export interface RowOptions {
	sendTo: SendTo;
	/** True for a test, which is sent at once: the time of the campaign is not read. */
	isTest?: boolean;
	/** Phones whose rows get nothing, in the form of `comparablePhone`. */
	leaveOut?: ReadonlySet<string>;
	/** Whether numbers are repaired as spreadsheets leave them; left out where there is no such option. */
	repairNumbers?: boolean;
	/** How the time zone of each recipient is found; left out where times are the same moment for all. */
	recipientZone?: boolean;
	/** What makes the opt-out links of texts, or why there are none; left out where no text has any. */
	optOut?: Read<OptOutLinksOf>;
	/** True: special characters are replaced where that makes a text English. */
	replaceCharacters?: boolean;
}

/** How the contents of an account's rows are read. */
export interface ContentOptions extends Omit<RowOptions, 'optOut'> {
	optOut?: Read<OptOutLinks>;
}

/** What is read of each input item, beside its phone. */
export interface RowsKind {
	/** For the key in the notification URL; none where the service sends no notifications. */
	channel?: Channel;
	/** Fields whose values a request's recipients must share. */
	settingsFields: Field[];
	/** Choices that hold for the whole run, such as whom it is sent to. */
	choicesOfRun?: Field[];
	/** True where merge fields in settings that are texts are filled; refused otherwise: such a text is for the whole campaign. */
	fillsSettings?: true;
	rules?: RequestRules;
	/** Which files of the input its requests may have. */
	fileRule?: FileRule;
	/** Display name of the field the content comes from. */
	contentLabel: string;
	/** Prepares the reading of contents; called once per run and account. */
	contentReader(
		context: IExecuteFunctions,
		options: ContentOptions,
	): ContentReader | Promise<ContentReader>;
}

/** What a check may need to know besides the values. */
export interface CheckContext {
	now: Date;
	/** IANA name of the recipient's time zone, where times are the recipient's. */
	clock?: string;
}

interface TogetherContext extends CheckContext {
	/** The values as entered; an empty one is in no body, but its field was shown. */
	entered?: IDataObject;
}

/** What is wrong with a value, by its wire name, and another field that ends the sentence. */
export type BrokenRule = Problem & { wire: string; besides?: string };

/** A rule over several values. May change the body. */
export type CrossFieldRule = (
	body: IDataObject,
	context: TogetherContext,
) => BrokenRule | BrokenRule[] | undefined;

/** Rules of one operation's request beside those of its single values: checked in order, once every one is right. */
export type RequestRules = CrossFieldRule[];

// What is read of each row, and by which rules.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Field } from '../fields/field';
import type { FileRule } from '../files/inputFile';
import type { Problem, Read } from '../rules/reader';
import type { Channel } from '../service/notificationAddress';
import type { OptOutLinks, OptOutLinksOf } from '../service/optOutLink';

/** The recipients: input items, or distribution lists of the account. */
export type SendTo = 'items' | 'lists';

/** Why an item's content cannot be sent. */
export interface ContentProblem extends Problem {
	/** Display name of the field, unless it is the content's. */
	field?: string;
	/** True if it concerns the whole campaign. */
	concernsAll?: true;
}

/**
 * A recipient's content in a form that can be compared; a problem names its field.
 *
 * @param body the settings of the item, by wire name
 */
export type ContentReader = (
	item: number,
	json: IDataObject,
	body: IDataObject,
) => { value: string } | { problem: ContentProblem };

/** How all rows are read. */
export interface RowOptions {
	sendTo: SendTo;
	/** True for a test, which is sent at once whatever the campaign's time. */
	isTest?: boolean;
	/** Phones whose rows get nothing, as `comparablePhone` writes them. */
	leaveOut?: ReadonlySet<string>;
	/** Whether to repair numbers that a spreadsheet changed; absent without such an option. */
	repairNumbers?: boolean;
	/** Whether to read each recipient's time zone; absent if times are the same moment for all. */
	recipientZone?: boolean;
	/** Makes opt-out links, or says why there are none; absent if no text has any. */
	optOut?: Read<OptOutLinksOf>;
	/** True to replace special characters if that makes a text English. */
	replaceCharacters?: boolean;
}

/** How the contents of an account's rows are read. */
export interface ContentOptions extends Omit<RowOptions, 'optOut'> {
	optOut?: Read<OptOutLinks>;
}

/** What is read of each input item besides its phone. */
export interface RowsKind {
	/** For the key in the notification URL; none if the service sends no notifications. */
	channel?: Channel;
	/** Fields whose values a request's recipients must share. */
	settingsFields: Field[];
	/** Choices for the whole run, such as the kind of recipients. */
	choicesOfRun?: Field[];
	/** True to fill merge fields in settings. Otherwise they are refused: all get the same text. */
	fillsSettings?: true;
	rules?: RequestRules;
	/** Files of the input that its requests may have. */
	fileRule?: FileRule;
	/** Display name of the content's field. */
	contentLabel: string;
	/** Prepares the reading of contents, once per run and account. */
	contentReader(
		context: IExecuteFunctions,
		options: ContentOptions,
	): ContentReader | Promise<ContentReader>;
}

/** What a check may need besides the values. */
export interface CheckContext {
	now: Date;
	/** IANA name, or offset, of the recipient's time zone, if times are local. */
	clock?: string;
}

interface TogetherContext extends CheckContext {
	/** As entered: an empty value is not in the body, but its field was shown. */
	entered?: IDataObject;
}

/** A value's problem, by wire name, and another field that ends the sentence. */
export type BrokenRule = Problem & { wire: string; besides?: string };

/** A rule over several values. May change the body. */
export type CrossFieldRule = (
	body: IDataObject,
	context: TogetherContext,
) => BrokenRule | BrokenRule[] | undefined;

/** Rules over several values of a request, checked in order if every single value is right. */
export type RequestRules = CrossFieldRule[];

import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import type { Emulator, EndpointName } from '../../../emulator';
import type { DependencyFault, Place, Row, Scenario } from '../scenario';

/** Something the service did and cannot undo. */
export interface Deed {
	/** To whom and what: the same for everything that must not be told apart. */
	key: string;
	/** Campaign code or run id, where there is one. */
	code?: string;
	/** When it is to begin, as clocks at the service show it; none for at once. */
	startsAt?: string;
	/** Whom a message is for, as its request spells the number; none for a test and for a list. */
	phone?: string;
	/** What it is billed as; none where that is not counted. */
	messages?: number;
}

/** What is to become of a row. */
export interface Duty {
	/** `good` must be done, `bad` must be refused before anything leaves, `either` leaves that to the node or the service. */
	verdict: 'good' | 'bad' | 'either';
	/** Key of the one deed that does the row; none when nothing may be done for it. */
	key?: string;
	/** True when a choice leaves it out, whatever is wrong with it besides its phone. */
	isLeftOut?: true;
}

/** What the data of an item on the success output says beyond its outcome; undefined where that says it. */
export type SuccessClaim = 'done' | 'notDone' | 'unknown' | 'open' | undefined;

/** One operation as the account test knows it. */
export interface AccountedOperation {
	name: string;
	node(): INodeType;
	/** Script of the request that does the work. */
	endpoint: EndpointName;
	/** True when one run of the node looks at all items at once. */
	isCollective?: true;
	/** True when it can send to a distribution list instead of phones. */
	sendsToLists?: true;
	/** True when n8n can run it for one item only; more are refused. */
	takesOneItem?: boolean;
	/** True when the specification gives `OK` alone as its success. */
	okIsSuccess?: boolean;
	/** Questions it asks before it does the work. */
	asks?: Array<DependencyFault['target']>;
	parameters(scenario: Scenario): INodeParameters;
	/** Columns of a row beside its phone, its text and its own. */
	columns?(row: Row, index: number): IDataObject;
	/** Brings the service into the state the operation needs. */
	prepare?(emulator: Emulator, scenario: Scenario): Promise<void> | void;
	duty(row: Row, index: number, scenario: Scenario): Duty;
	/** Places of its parameters that the rows' `throws` may name. */
	places(scenario: Scenario): Place[];
	/** Whether a second execution follows the first, which sends only what the first did not. */
	isRunAgain?(scenario: Scenario): boolean;
	/** How many of the first rows it looks at; all when left out. */
	looksAt?(scenario: Scenario): number;
	/** Everything the service holds of this run. */
	held(emulator: Emulator, scenario: Scenario): Deed[];
	/** Reads an item of the success output, where its outcome alone does not say what it means for the deed. */
	claim?(json: IDataObject, scenario: Scenario): SuccessClaim;
	/** Whether answers may leave something open although none was lost. */
	mayStayOpen?(scenario: Scenario): boolean;
	/** Reads the campaign code or run id of an item that claims to be done. */
	code?(json: IDataObject): unknown;
	/** True when rows with the same key are one deed. */
	merges?(scenario: Scenario): boolean;
	/** True when an item of the success output is the row itself with more columns. */
	keepsRow?(scenario: Scenario): boolean;
	/** Whether a phone is in the end what the operation makes of it, where that can be seen. */
	endsAs?(members: string[], phone: string): boolean;
	/** What else must hold of the deeds; texts of what does not. */
	alsoHolds?(deeds: Deed[], scenario: Scenario): string[];
}

/** Whether a row's expression in one of the operation's places throws. */
export function throwsFor(operation: AccountedOperation, row: Row, scenario: Scenario): boolean {
	return row.throws !== undefined && operation.places(scenario).includes(row.throws);
}

const throwing = {
	node: "$('No such node').item.json.x",
	item: "$('Items').itemMatching(999).json.x",
};

/** An n8n expression that throws for the rows that say so in this place. */
export function expression(scenario: Scenario, place: Place, code: string): string {
	if (!scenario.rows.some(({ throws }) => throws === place)) return `={{ ${code} }}`;
	return `={{ $json.throws === '${place}' ? ${throwing[scenario.choices.failure]} : ${code} }}`;
}

/** Whether some row's expression throws in a place: then the parameter must be an expression. */
export function mustThrow({ rows }: Scenario, place: Place): boolean {
	return rows.some(({ throws }) => throws === place);
}

/** Whether the text of a campaign has merge fields instead of an expression. */
export const isMergeText = (scenario: Scenario): boolean =>
	!scenario.choices.byExpression && !mustThrow(scenario, 'content');

/** The column that holds the phone, as an n8n expression gives it. */
export const phoneOf = ({ phoneColumn }: Scenario): string => `$json.${phoneColumn}`;

/** The column that holds the text, as an n8n expression gives it. */
export const textOf = ({ textColumn }: Scenario): string => `$json.${textColumn}`;

/** Verdict on the phone of a row. */
export function phoneVerdict({ phone }: Row): Duty['verdict'] {
	if (phone.reading === undefined) return 'bad';
	return phone.isOdd ? 'either' : 'good';
}

/** The verdict that weighs most. */
export function worst(...verdicts: Array<Duty['verdict']>): Duty['verdict'] {
	return (['bad', 'either', 'good'] as const).find((verdict) => verdicts.includes(verdict))!;
}

/** Whether a row's text is missing or empty. */
export const isBlank = ({ text }: Row): boolean => (text ?? '').trim() === '';

/** A text with something in braces, which some operations refuse. */
export const hasBraces = ({ text }: Row): boolean => /[{}]/.test(text ?? '');

// Which submitted forms are an answer, and what they say.
import type { IDataObject } from 'n8n-workflow';

import type { PageTexts } from '../pages/pageTexts';
import { emailAddress } from '../rules/addresses';
import { decimalNumber } from '../rules/phones';
import { countCharacters, isUnseen } from '../rules/text';
import { calendarDate } from '../rules/times';
import {
	asksForApproval,
	hasChoices,
	type Answerable,
	type FormField,
	type ResponseType,
} from './question';

/** Names of the page's own form fields. */
export const names = {
	/** Proves that a form comes from the opt-out page. */
	proof: 'proof',
	/** The value of an approval's buttons. */
	decision: 'decision',
	field: (index: number) => `field${index}`,
} as const;

/** Values of `decision`. */
export const APPROVE = 'approve';
export const DECLINE = 'decline';
/** The same on the opt-out page. */
export const STOP = 'stop';
export const RESTART = 'restart';

/** Characters of the longest answer in one field. */
export const LONGEST_ANSWER = 5000;

/** A form's error messages. */
export type Complaint = keyof Pick<
	PageTexts,
	'empty' | 'wrongNumber' | 'wrongEmail' | 'wrongDate' | 'tooLong'
>;

/** The fields of a submitted form, by name. */
export type Submitted = Record<string, string>;

/** An answer, or what is wrong with each field. */
type ReadAnswer = { answer: IDataObject } | { complaints: Map<string, Complaint> };

/** Characters of a field that are read. */
const LONGEST_FIELD = 4 * LONGEST_ANSWER;

/**
 * The fields of a submitted form of our page. n8n reads the multipart form into `data`: each field
 * a text, or a list for a repeated name. JSON and other types could hold other values there.
 *
 * @returns undefined for anything our forms do not send, including a repeated field
 */
export function submittedOf(body: unknown, contentType: unknown): Submitted | undefined {
	if (!/^multipart\/form-data\s*;/i.test(String(contentType))) return undefined;
	const { data } = (body ?? {}) as { data?: unknown };
	const fields = Object.entries((data ?? {}) as Record<string, unknown>);
	if (!fields.every((field): field is [string, string] => typeof field[1] === 'string')) {
		return undefined;
	}
	return Object.fromEntries(fields.map(([name, value]) => [name, value.slice(0, LONGEST_FIELD)]));
}

/** A person's text; empty if nothing in it is visible. */
function enteredText(value = ''): string {
	return isUnseen(value) ? '' : value.trim();
}

/** Reads a person's answer. */
export function readAnswer({ type, fields }: Answerable, submitted: Submitted): ReadAnswer {
	const complaints = new Map<string, Complaint>();
	const decision = submitted[names.decision];
	if (asksForApproval({ type }) && decision !== APPROVE && decision !== DECLINE) {
		complaints.set(names.decision, 'empty');
	}
	const values = fields.map((field, index) => {
		const sent = submitted[names.field(index)];
		const entered = hasChoices(field) ? (sent ?? '') : enteredText(sent);
		const complaint = complaintOf(field, entered);
		if (complaint !== undefined) complaints.set(names.field(index), complaint);
		return valueOf(field, entered);
	});
	if (complaints.size > 0) return { complaints };
	const approved = decision === APPROVE;
	const answers: Record<ResponseType, () => IDataObject> = {
		approval: () => ({ approved }),
		// Only those who decline say why.
		campaignApproval: () => ({ approved, declinedBecause: approved ? null : values[0] }),
		customForm: () => {
			const named = fields.map(({ label }, index) => [label, values[index]]);
			return { fields: Object.fromEntries(named) as IDataObject };
		},
		freeText: () => ({ text: values[0] }),
	};
	return { answer: answers[type]() };
}

/** A field's value in the output; null if it was left empty. */
function valueOf({ type }: FormField, entered: string): string | number | null {
	if (isUnseen(entered)) return null;
	return type === 'number' ? (decimalNumber(entered) ?? null) : entered;
}

function complaintOf(
	{ type, choices, isRequired }: FormField,
	entered: string,
): Complaint | undefined {
	if (isUnseen(entered)) return isRequired ? 'empty' : undefined;
	if (countCharacters(entered) > LONGEST_ANSWER) return 'tooLong';
	if (type === 'number') return decimalNumber(entered) === undefined ? 'wrongNumber' : undefined;
	if (type === 'email') return 'value' in emailAddress(entered) ? undefined : 'wrongEmail';
	if (type === 'date') return isDate(entered) ? undefined : 'wrongDate';
	return hasChoices({ type }) && !choices.includes(entered) ? 'empty' : undefined;
}

/** Browsers send a date as 1990-12-31, however it looks. */
function isDate(entered: string): boolean {
	const read = calendarDate(entered);
	return 'value' in read && read.value === entered;
}

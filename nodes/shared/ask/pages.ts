// The page of a question, and the page of an opt-out link.
import { campaignSections } from '../approve/campaignSections';
import { apart } from '../pages/page';
import { escaped, isUnseen } from '../rules/text';
import { NO_PHONE } from '../service/optOutLink';
import { page, type PageFor } from '../pages/answerPage';
import { pageTexts, type PageTexts } from '../pages/pageTexts';
import { asksForApproval, type FormField, type Question } from './question';
import {
	APPROVE,
	DECLINE,
	LONGEST_ANSWER,
	names,
	RESTART,
	STOP,
	type Complaint,
	type Submitted,
} from './readAnswer';

type Asked = Pick<Question, 'text' | 'type' | 'fields' | 'call' | 'approves' | 'language' | 'from'>;

interface Returned {
	submitted: Submitted;
	complaints: Map<string, Complaint>;
}

/** The page with the question and its answer form. */
export function questionPage(question: Asked, returned = nothingYet): string {
	const { approves, language } = question;
	const shown = [
		messageOf(question),
		approves === undefined ? '' : campaignSections(approves.campaign, language),
		formOf(inputsOf(question, returned)),
	].filter((part) => part !== '');
	return page(question, pageTexts[language].question, shown.join('\n'));
}

const nothingYet: Returned = { submitted: {}, complaints: new Map() };

/** What the opt-out page says: its question, or the decision. */
export type OptOutState = 'question' | 'stopped' | 'restarted';

interface OptOutAsked {
	state: OptOutState;
	/** Digits; the page shows the last two. {@link NO_PHONE} for a link that opts no one out. */
	phone: string;
	/** Proves that a form is this page's. */
	proof: string;
	/** False if opting in again would start no workflow. */
	mayRestart: boolean;
}

/** The page behind an opt-out link. Its one button opts out, or takes that back. */
export function optOutPage(of: PageFor, { state, phone, proof, mayRestart }: OptOutAsked): string {
	const texts = pageTexts[of.language].optOut;
	const { title, text } = texts[state];
	const button =
		state === 'stopped'
			? decision(RESTART, texts.restart, ' class="second"')
			: decision(STOP, texts.stop);
	const whom = `${escaped(text)} ${apart(phone.slice(-2))}`;
	const told = `<p>${phone === NO_PHONE ? escaped(texts.sample) : whom}</p>`;
	const hidden = `<input type="hidden" name="${names.proof}" value="${escaped(proof)}">`;
	const form = state === 'stopped' && !mayRestart ? '' : `\n${formOf(`${hidden}\n${button}`)}`;
	return page(of, title, told + form);
}

/** A question's message as text, and the call it is about; empty if the message is only a link. */
function messageOf({ text, call, language }: Asked): string {
	const message = text === '' ? '' : `<p class="message" dir="auto">${escaped(text)}</p>`;
	if (call === undefined) return message;
	return `${message}
<p class="soft">${escaped(pageTexts[language].details)}: ${apart(call.tool)}</p>
${argumentsOf(call.parameters)}`;
}

function argumentsOf(value: unknown): string {
	if (typeof value === 'string') return apart(unmistakable(value));
	if (typeof value !== 'object' || value === null) return apart(JSON.stringify(value));
	const entries = Object.entries(value).map(
		([name, each]) => `<dt>${apart(unmistakable(name))}</dt><dd>${argumentsOf(each)}</dd>`,
	);
	return entries.length === 0 ? apart(JSON.stringify(value)) : `<dl>${entries.join('')}</dl>`;
}

/** A text with visible blanks: in quotation marks if all blank, else with marked line ends. */
function unmistakable(text: string): string {
	return isUnseen(text) ? JSON.stringify(text) : text.replace(/\r\n|\r|\n/g, '\u21b5\n');
}

/** A form that posts to the page's own URL. For these questions n8n reads multipart forms only. */
function formOf(inputs: string): string {
	return `<form method="post" enctype="multipart/form-data" autocomplete="off" novalidate>
${inputs}
</form>`;
}

function inputsOf(question: Asked, returned: Returned): string {
	const texts = pageTexts[question.language];
	const fields = question.fields.map((field, index) =>
		fieldOf(names.field(index), field, texts, returned),
	);
	if (!asksForApproval(question)) {
		return [...fields, `<button>${escaped(texts.send)}</button>`].join('\n');
	}
	const decline = decision(DECLINE, texts.decline, ' class="second"');
	// The field is only for those who decline.
	return [decision(APPROVE, texts.approve), ...fields, decline].join('\n');
}

function decision(value: string, label: string, more = ''): string {
	return `<button name="${names.decision}" value="${value}"${more}>${escaped(label)}</button>`;
}

function fieldOf(
	name: string,
	field: FormField,
	texts: PageTexts,
	{ submitted, complaints }: Returned,
): string {
	const complaint = complaints.get(name);
	const label = `${escaped(field.label)}${field.isRequired ? ' *' : ''}`;
	const entered = submitted[name] ?? '';
	const told =
		complaint === undefined
			? ''
			: `<p class="bad" id="${name}-bad" role="alert">${escaped(texts[complaint])}</p>`;
	const described =
		complaint === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-bad"`;
	if (field.type === 'radio') {
		const choices = field.choices.map((choice) => radio(name, choice, choice === entered));
		return `<fieldset class="field"${described}><legend dir="auto">${label}</legend>${told}${choices.join('')}</fieldset>`;
	}
	const input = inputOf(name, field, entered, texts, described);
	return `<div class="field"><label for="${name}" dir="auto">${label}</label>${told}${input}</div>`;
}

function radio(name: string, choice: string, isChosen: boolean): string {
	const chosen = isChosen ? ' checked' : '';
	const value = escaped(choice);
	return `<label class="choice"><input type="radio" name="${name}" value="${value}"${chosen}><span dir="auto">${value}</span></label>`;
}

function inputOf(
	name: string,
	{ type, choices }: FormField,
	entered: string,
	texts: PageTexts,
	described: string,
): string {
	const named = `id="${name}" name="${name}"${described}`;
	if (type === 'textarea') {
		// A browser drops a textarea's first line break. This one protects the text's.
		return `<textarea ${named} maxlength="${LONGEST_ANSWER}" dir="auto">\n${escaped(entered)}</textarea>`;
	}
	if (type === 'dropdown') {
		const options = choices.map(
			(choice) =>
				`<option value="${escaped(choice)}"${choice === entered ? ' selected' : ''}>${escaped(choice)}</option>`,
		);
		return `<select ${named}><option value="">${escaped(texts.choose)}</option>${options.join('')}</select>`;
	}
	const kinds = {
		date: 'type="date"',
		email: 'type="email" dir="ltr"',
		// A field of type "number" sends nothing for unreadable text.
		number: 'inputmode="decimal" dir="ltr"',
		text: 'type="text" dir="auto"',
	};
	const isKind = type === 'radio' ? 'text' : type;
	return `<input ${named} ${kinds[isKind]} maxlength="${LONGEST_ANSWER}" value="${escaped(entered)}">`;
}

import { campaignSections } from '../approve/campaignSections';
import { apart } from '../pages/page';
import { escaped, isUnseen } from '../rules/text';
import { NO_PHONE } from '../service/optOutLink';
import { page, type PageFor } from '../pages/answerPage';
import { pageTexts, type PageTexts } from '../pages/pageTexts';
import type { FormField, Question, ShownCall } from './question';
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

type Asked = PageFor & Pick<Question, 'text' | 'response'> & { call?: ShownCall };

interface Returned {
	submitted: Submitted;
	complaints: Map<string, Complaint>;
}

/** The page with the question and what answers it; `proof` shows that a form comes from this page. */
export function questionPage(question: Asked, proof: string, returned?: Returned): string {
	const form = formOf(proof, inputsOf(question, returned ?? nothingYet));
	const shown = [messageOf(question), campaignOf(question), form].filter((part) => part !== '');
	return page(question, pageTexts[question.language].question, shown.join('\n'));
}

/** What a campaign would send; nothing for other questions. */
function campaignOf({ response, language }: Asked): string {
	return response.kind === 'campaignApproval' ? campaignSections(response.campaign, language) : '';
}

/** What the page behind an opt-out link says: it asks, or answers what was decided. */
export type OptOutState = 'question' | 'stopped' | 'restarted';

interface OptOutAsked {
	state: OptOutState;
	/** Digits, of which only the end is shown; {@link NO_PHONE} for a link that opts no one out, which the page says. */
	phone: string;
	/** Shows that a form comes from this page. */
	proof: string;
	/** False where no one would learn that messages may come again. */
	mayRestart: boolean;
}

/** The page behind an opt-out link. Its one button decides, or takes the decision back. */
export function optOutPage(of: PageFor, { state, phone, proof, mayRestart }: OptOutAsked): string {
	const texts = pageTexts[of.language].optOut;
	const { title, text } = texts[state];
	const button =
		state === 'stopped'
			? decision(RESTART, texts.restart, ' class="second"')
			: decision(STOP, texts.stop);
	const whom = `${escaped(text)} ${apart(phone.slice(-2))}`;
	const told = `<p>${phone === NO_PHONE ? escaped(texts.sample) : whom}</p>`;
	const form = state === 'stopped' && !mayRestart ? '' : `\n${formOf(proof, button)}`;
	return page(of, title, told + form);
}

const nothingYet: Returned = { submitted: {}, complaints: new Map() };

/** The message of a question, as text, and the call it is about; nothing for one that is only a link. */
function messageOf({ text, call, language }: Asked): string {
	const message = text === '' ? '' : `<p class="message" dir="auto">${escaped(text)}</p>`;
	if (call === undefined) return message;
	const { tool, parameters, earlier } = call;
	const known =
		earlier === undefined
			? ''
			: `\n<p class="bad">${escaped(pageTexts[language].earlier[earlier])}</p>`;
	return `${message}${known}
<p class="soft">${escaped(pageTexts[language].details)}: ${apart(tool)}</p>
${argumentsOf(parameters)}`;
}

function argumentsOf(value: unknown): string {
	if (typeof value === 'string') return apart(unmistakable(value));
	if (typeof value !== 'object' || value === null) return apart(JSON.stringify(value));
	const entries = Object.entries(value).map(
		([name, each]) => `<dt>${apart(unmistakable(name))}</dt><dd>${argumentsOf(each)}</dd>`,
	);
	return entries.length === 0 ? apart(JSON.stringify(value)) : `<dl>${entries.join('')}</dl>`;
}

/** A text whose blanks are seen: one without letters in quotation marks, and a mark where one of its lines ends. */
function unmistakable(text: string): string {
	return isUnseen(text) ? JSON.stringify(text) : text.replace(/\r\n|\r|\n/g, '\u21b5\n');
}

/** A form that is sent to the URL of its page. n8n reads forms of these questions as multipart only. */
function formOf(proof: string, inputs: string): string {
	return `<form method="post" enctype="multipart/form-data" autocomplete="off" novalidate>
${hidden(names.proof, proof)}
${inputs}
</form>`;
}

function hidden(name: string, value: string): string {
	return `<input type="hidden" name="${name}" value="${escaped(value)}">`;
}

/** What can be entered on a page beside its buttons, by the names under which it is sent. */
function fieldsOf({ response, language }: Asked): Array<[name: string, field: FormField]> {
	if (response.kind === 'approval') return [];
	if (response.kind === 'customForm') {
		return response.fields.map((field, index) => [names.field(index), field]);
	}
	const { yourAnswer, campaign } = pageTexts[language];
	const label = response.kind === 'freeText' ? yourAnswer : campaign.why;
	return [[names.text, { label, type: 'textarea', choices: [], isRequired: false }]];
}

function inputsOf(asked: Asked, returned: Returned): string {
	const { response, language } = asked;
	const texts = pageTexts[language];
	const fields = fieldsOf(asked).map(([name, field]) => fieldOf(name, field, texts, returned));
	if (!('approveLabel' in response)) {
		return [...fields, `<button>${escaped(texts.send)}</button>`].join('\n');
	}
	const mayDecline = response.kind === 'campaignApproval' || response.mayDecline;
	const decline = decision(DECLINE, response.declineLabel, ' class="second"');
	const approve = decision(APPROVE, response.approveLabel);
	return [approve, ...fields, ...(mayDecline ? [decline] : [])].join('\n');
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
		// A line break at the beginning of a textarea is dropped, and the next one kept.
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
		// A field of type "number" says nothing of what it cannot read.
		number: 'inputmode="decimal" dir="ltr"',
		text: 'type="text" dir="auto"',
	};
	const isKind = type === 'radio' ? 'text' : type;
	return `<input ${named} ${kinds[isKind]} maxlength="${LONGEST_ANSWER}" value="${escaped(entered)}">`;
}

import { isUnseen } from '../rules/text';
import { escaped } from './html';
import { pageTexts } from './languages';
import type { PageTexts } from './pageTexts';
import { page } from './page';
import { formOf, hidden, messageOf, type Asked } from './pages';
import { answerNames, APPROVE, names, type Submitted } from './readAnswer';

/** What is told above the field for a one-time code. */
export type CodeNews = keyof Pick<
	PageTexts,
	| 'codeFailed'
	| 'codeRefused'
	| 'codeSent'
	| 'codeSentNow'
	| 'codeSpent'
	| 'codeUnchecked'
	| 'codeUnsure'
	| 'empty'
	| 'tooManyCodes'
	| 'tooManyTries'
	| 'wrongCode'
>;

/** What a page that asks for a code is made of, beside the question. */
export interface CodeAsked {
	/** The answer as it was sent. */
	submitted: Submitted;
	news: CodeNews;
	/** The number the code goes to, of which only the end is shown. */
	phone: string;
	/** Binds the code to the answer; none while no code can have been sent. */
	seal?: string;
	/** Names the code whose check had no result; none when there is no such code. */
	unchecked?: string;
}

/**
 * The page that asks for the one-time code, with the answer it is to confirm.
 *
 * @param proof shows that a form comes from this page
 */
export function codePage(
	question: Asked,
	proof: string,
	{ submitted, news, phone, seal, unchecked }: CodeAsked,
): string {
	const texts = pageTexts[question.language];
	const isSent = news === 'codeSent' || news === 'codeSentNow';
	const told = isSent
		? `<p>${escaped(texts[news])} <bdi>${escaped(phone.slice(-2))}</bdi></p>`
		: `<p class="bad" role="alert">${escaped(texts[news])}</p>`;
	const inputs = [
		...answerNames(question.response).map((name) => hidden(name, submitted[name] ?? '')),
		...(seal === undefined ? [] : codeInputs(texts, seal)),
		...(unchecked === undefined ? [] : [hidden(names.unchecked, unchecked)]),
		`<button class="second" name="${names.newCode}" value="1">${escaped(texts.newCode)}</button>`,
	];
	const content = [
		messageOf(question.text),
		chosenOf(question, submitted),
		told,
		formOf(proof, inputs.join('\n')),
	];
	return page(question, texts.codeTitle, content.join('\n'));
}

function codeInputs(texts: PageTexts, seal: string): string[] {
	return [
		hidden(names.seal, seal),
		`<div class="field"><label for="${names.code}">${escaped(texts.code)}</label>`,
		`<input id="${names.code}" name="${names.code}" inputmode="numeric" autocomplete="one-time-code" maxlength="16" dir="ltr"></div>`,
		`<button>${escaped(texts.confirm)}</button>`,
	];
}

/** What stands for an answer that was left empty. */
const NOTHING = '–';

/** The answer that the code confirms, as a person reads it. */
function chosenOf({ response, language }: Asked, submitted: Submitted): string {
	const texts = pageTexts[language];
	const said = (label: string, value: string) =>
		`<dt dir="auto">${escaped(label)}</dt><dd dir="auto">${escaped(isUnseen(value) ? NOTHING : value)}</dd>`;
	if (response.kind === 'approval') {
		const { approveLabel, declineLabel } = response;
		const isApproval = submitted[names.decision] === APPROVE;
		return `<dl>${said(texts.yourAnswer, isApproval ? approveLabel : declineLabel)}</dl>`;
	}
	if (response.kind === 'freeText') {
		return `<dl>${said(texts.yourAnswer, submitted[names.text] ?? '')}</dl>`;
	}
	const values = response.fields.map(({ label }, index) =>
		said(label, submitted[names.field(index)] ?? ''),
	);
	return `<dl>${values.join('')}</dl>`;
}

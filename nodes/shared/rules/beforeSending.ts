import { checkChoices, type CheckName } from './messageChecks';
import { wholeNumber } from './numbers';
import {
	EMPTY,
	fieldsReader,
	isEmpty,
	onlyField,
	partsReader,
	problem,
	readAs,
	type Reader,
} from './reader';
import { choicesOf } from './text';

/** What options hold that keep back what is not meant to be sent: limits and checks. */

/** How much a run may send; what is undefined is not limited. */
export interface Limits {
	maxRecipients?: number;
	maxMessages?: number;
}

/** The limits by name, as people see them. */
export const limitLabels: Record<keyof Limits, string> = {
	maxMessages: 'Max Messages',
	maxRecipients: 'Max Recipients',
};

/** Most that a limit may be. */
export const HIGHEST_LIMIT = 1_000_000;

const limit = (name: keyof Limits) => ({
	label: limitLabels[name],
	reader: onlyField('most', wholeNumber(1, HIGHEST_LIMIT)),
});

/** Reads the limits that a person added, each under its name with its number. */
export const readLimits = partsReader<Limits>(
	{
		maxMessages: limit('maxMessages'),
		maxRecipients: limit('maxRecipients'),
	},
	'limit',
);

/** What is to be done about the checks of messages. */
export interface Checks {
	/** Checks whose warnings keep a row back. */
	refused?: ReadonlySet<CheckName>;
	wording?: Wording;
}

interface Wording {
	senderName?: string;
	/** Words of which a text has to hold one. */
	optOutWords?: string[];
}

/** The parts of Checks by name, as people see them. */
export const checksLabels = { refuse: 'Blocking Checks', words: 'Required Wording' };

const checkNames = choicesOf(
	'a check',
	'the checks',
	checkChoices.map(({ value }) => value),
);

const refused: Reader<ReadonlySet<CheckName>> = (names) =>
	isEmpty(names)
		? problem(EMPTY.rule, 'Choose at least one check, or remove it.')
		: readAs(checkNames, (all) => new Set(all))(names);

/** Reads what texts must contain; what was left empty is not looked for. */
const wording: Reader<Wording> = (entered) => {
	const given = (entered ?? {}) as Record<keyof Wording, unknown>;
	const names = (['senderName', 'optOutWords'] as const).filter((name) => {
		const value = given[name];
		return value !== undefined && value !== null && value !== '';
	});
	return names.length === 0
		? problem(EMPTY.rule, 'Enter a name or words, or remove the option.')
		: fieldsReader<Wording>(
				{
					senderName: {
						label: 'Sender Name',
						reader: readAs(words, () => String(given.senderName).trim()),
					},
					optOutWords: { label: 'Opt-Out Words', reader: words },
				},
				names,
			)(given);
};

const words: Reader<string[]> = (entered) => {
	if (typeof entered !== 'string') {
		return problem('must be text', 'Enter words, such as stop, opt out.');
	}
	const all = entered
		.split(/[,;\n]/)
		.map((word) => word.trim())
		.filter((word) => word !== '');
	return all.length === 0 ? problem('has no word', 'Enter one.') : { value: all };
};

const checkParts = partsReader<{ refuse?: Checks['refused']; words?: Wording }>({
	refuse: { label: checksLabels.refuse, reader: onlyField('checks', refused) },
	words: { label: checksLabels.words, reader: wording },
});

/** Reads the parts of Checks that a person added, each by its own rule. */
export const readChecks: Reader<Checks> = (entered) => {
	const read = checkParts(entered);
	if ('problem' in read) return read;
	const { refuse, words: said } = read.value;
	if (refuse?.has('requiredWording') && said === undefined) {
		return problem(
			`blocks on '${checksLabels.words}', which was not added`,
			'Add it, or remove it from the blocking checks.',
		);
	}
	return { value: { ...(refuse && { refused: refuse }), ...(said && { wording: said }) } };
};

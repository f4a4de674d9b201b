import { checkNames, type CheckName } from './messageChecks';
import { onlyField, partsReader } from './parts';
import { isEmpty, problem, type Reader } from './reader';

/** What is to be done about the checks of messages. */
export interface Checks {
	/** Checks whose warnings keep a row back. */
	refused?: ReadonlySet<CheckName>;
	/** What each text has to say. */
	wording?: Wording;
}

/** What each text has to hold. */
interface Wording {
	senderName?: string;
	/** Words of which a text has to hold one. */
	optOutWords?: string[];
}

/** The parts of the option by name, as people see them. */
export const checksLabels = { refuse: 'Blocking Checks', words: 'Required Wording' };

const refuse: Reader<ReadonlySet<CheckName>> = (names) =>
	isEmpty(names)
		? problem('is empty or missing', 'Choose at least one check, or remove it.')
		: checkNames(names);

/** Reads what texts must contain; what was left empty is not looked for. */
const readWording: Reader<Wording> = (entered) => {
	const words = (entered ?? {}) as { senderName?: unknown; optOutWords?: unknown };
	const wording: Wording = {};
	for (const [name, label] of [
		['senderName', 'Sender Name'],
		['optOutWords', 'Opt-Out Words'],
	] as const) {
		const value = words[name];
		if (value === undefined || value === null || value === '') continue;
		if (typeof value !== 'string') {
			return problem(`has '${label}', which must be text`, 'Enter words, such as stop, opt out.');
		}
		const all = value
			.split(/[,;\n]/)
			.map((word) => word.trim())
			.filter((word) => word !== '');
		if (all.length === 0) return problem(`has '${label}', which has no word`, 'Enter one.');
		if (name === 'senderName') wording.senderName = value.trim();
		else wording.optOutWords = all;
	}
	return Object.keys(wording).length === 0
		? problem('is empty or missing', 'Enter a name or words, or remove the option.')
		: { value: wording };
};

const readParts = partsReader<{ refuse?: ReadonlySet<CheckName>; words?: Wording }>({
	refuse: { label: checksLabels.refuse, reader: onlyField('checks', refuse) },
	words: { label: checksLabels.words, reader: readWording },
});

/** Reads the parts that a person added, each by its own rule. */
export const readChecks: Reader<Checks> = (entered) => {
	const read = readParts(entered);
	if ('problem' in read) return read;
	const { refuse: refused, words: wording } = read.value;
	return { value: { ...(refused && { refused }), ...(wording && { wording }) } };
};

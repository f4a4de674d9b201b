import { checkNames, type CheckName } from './messageChecks';
import { onlyField, partsReader } from './parts';
import { isEmpty, problem, type Reader } from './reader';
import { readWording, type Wording } from './wording';

/** What is to be done about the checks of messages. */
export interface Checks {
	/** Checks whose warnings keep a row back. */
	refused?: ReadonlySet<CheckName>;
	/** What each text has to say. */
	wording?: Wording;
}

/** The parts of the option by name, as people see them. */
export const checksLabels = { refuse: 'Blocking Checks', words: 'Required Wording' };

const refuse: Reader<ReadonlySet<CheckName>> = (names) =>
	isEmpty(names)
		? problem('is empty or missing', 'Choose at least one check, or remove it.')
		: checkNames(names);

const readParts = partsReader<{ refuse?: ReadonlySet<CheckName>; words?: Wording }>({
	refuse: { label: checksLabels.refuse, reader: onlyField('checks', refuse) },
	words: { label: checksLabels.words, reader: (words) => readWording({ words: words ?? {} }) },
});

/** Reads the parts that a person added, each by its own rule. */
export const readChecks: Reader<Checks> = (entered) => {
	const read = readParts(entered);
	if ('problem' in read) return read;
	const { refuse: refused, words: wording } = read.value;
	return { value: { ...(refused && { refused }), ...(wording && { wording }) } };
};

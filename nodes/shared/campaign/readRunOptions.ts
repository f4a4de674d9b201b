import type { IExecuteFunctions } from 'n8n-workflow';

import { optOutUrlOption } from '../fields/beforeSendingFields';
import { missingTextOption, missingValuesOption } from '../fields/campaignFields';
import { savedOption, type Field } from '../fields/field';
import { modeFields, stillDecided } from '../fields/modeFields';
import { delayOption } from '../fields/sendingOptions';
import { recipientZoneOption, spreadOverOption } from '../fields/timingFields';
import { onOrOff, wholeNumber } from '../rules/numbers';
import { testNumbers } from '../rules/phoneLists';
import { EMPTY, isEmpty, problem, quoted, type Read, type Reader } from '../rules/reader';
import { addedOptions, optionError, optionsOfRun } from '../values/addedOptions';
import { readOptOutUrl } from '../pipeline/optOutField';
import { readParameter } from '../values/parameters';
import type { SendTo } from '../values/rowsKind';
import { noOptions, type RunOptions, type TestSend } from './runOptions';

/** Whom a campaign goes to, and what is done with it. */
const WHOM: readonly SendTo[] = ['items', 'lists'];
const MODES = ['preview', 'test', 'send', 'sendApproved'] as const;

/** What is wrong with an option of single recipients where the campaign is sent to distribution lists. */
const NOT_FOR_LISTS =
	'cannot be used together with distribution lists, whose members only the service knows';
/** Options of single recipients that have nothing to do where there are none: they keep no one from a message. */
const IDLE_FOR_LISTS = ['includeText', 'output', 'repairNumbers'];

/** Options as they were read, by their names. */
interface Given extends Partial<Omit<RunOptions, 'optOut' | 'test'>> {
	missingValues?: 'default' | 'empty' | 'error';
	/** In milliseconds. */
	waitLimit?: number;
}

/**
 * Reads all options of a run before anything is sent: one that cannot be read must not be found out
 * after sending.
 *
 * @param fields the operation's fields, for the display names
 * @throws NodeOperationError when the expression of one fails, or its value breaks a rule
 */
export function readRunOptions(context: IExecuteFunctions, fields: Field[]): RunOptions {
	const mode = choice(context, 'mode', MODES, 'Choose again whether to send the campaign.');
	const isApproved = mode === 'sendApproved';
	const zone = recipientZoneOption.name;
	// What a person approved is sent with the options it was approved with.
	const asked = isApproved ? stillDecided(fields) : fields;
	const { waitLimit, missingValues, ...given }: Given = optionsOfRun(context, asked, [zone]);
	const options = { ...noOptions, ...given, waitLimitMs: waitLimit ?? noOptions.waitLimitMs };
	if (isApproved) return { ...options, isApproved };
	const sendTo = choice(context, 'sendTo', WHOM, 'Choose again who gets the campaign.');
	if (sendTo === 'lists') refuseForLists(context, fields, given);
	refuseTwoDelays(context, given);
	return {
		...options,
		sendTo,
		missingText: missingTextOf(context, missingValues, given.missingText),
		onlyEstimate: mode === 'preview',
		optOut: optOutOption(context, given, mode === 'test'),
		output: mode === 'preview' ? 'recipient' : options.output,
		requireApprovalAbove: mode === 'send' ? given.requireApprovalAbove : undefined,
		previewPage: mode === 'preview' && ofMode(context, 'previewPage', onOrOff),
		recipientZone: addedOptions(context.getNode(), fields).some(({ field }) => field.name === zone),
		test: mode === 'test' ? testOf(context, sendTo) : undefined,
	};
}

/** A choice for the whole run, usually the first; a word that is none, as in an imported workflow, is refused. */
function choice<T extends string>(
	context: IExecuteFunctions,
	name: 'mode' | 'sendTo',
	choices: readonly T[],
	fix: string,
): T {
	const label = name === 'mode' ? 'Mode' : 'Send To';
	const entered = readParameter(context, name, choices[0], label).at(0);
	const chosen = choices.find((each) => each === entered);
	if (chosen !== undefined) return chosen;
	const rule = `must be one of ${choices.join(', ')}, not ${quoted(entered)}`;
	throw optionError(context.getNode(), label, { rule, fix });
}

/**
 * Options of single recipients. The editor shows most of them for input items only; where an expression chose the lists
 * n8n hands them on, and no protection may be left out without a word.
 */
function refuseForLists(context: IExecuteFunctions, fields: Field[], given: Given): void {
	for (const { field } of addedOptions(context.getNode(), fields)) {
		const { name, displayName, displayOptions, type } = field;
		const hiddenFor = displayOptions?.hide?.['/sendTo'] ?? [];
		const isOfItems = hiddenFor.includes('lists') || name === spreadOverOption.name;
		if (!isOfItems || IDLE_FOR_LISTS.includes(name)) continue;
		if (type === 'boolean' && given[name as keyof Given] !== true) continue;
		throw optionError(context.getNode(), displayName, {
			rule: NOT_FOR_LISTS,
			fix: "Remove the option, or set 'Send To' to Input Items.",
		});
	}
}

function missingTextOf(
	context: IExecuteFunctions,
	missingValues: Given['missingValues'] = 'error',
	text?: string,
): string | undefined {
	if (missingValues !== 'default') return missingValues === 'empty' ? '' : undefined;
	const fix = `Enter the text, or set '${missingValuesOption.displayName}' to Leave Empty.`;
	if (isEmpty(text)) {
		throw optionError(context.getNode(), missingTextOption.displayName, { ...EMPTY, fix });
	}
	return text;
}

function refuseTwoDelays(context: IExecuteFunctions, { spreadOver }: Given): void {
	const node = context.getNode();
	if (spreadOver === undefined || savedOption(node, delayOption) === undefined) return;
	throw optionError(node, spreadOverOption.displayName, {
		rule: `cannot be used together with '${delayOption.displayName}'`,
		fix: 'Remove one of the two options.',
	});
}

function optOutOption(
	context: IExecuteFunctions,
	{ optOutUrl }: Given,
	isTest: boolean,
): RunOptions['optOut'] {
	if (optOutUrl === undefined) return undefined;
	const read = readOptOutUrl(context, optOutUrl, isTest);
	return valid(context, optOutUrlOption.displayName, read);
}

function testOf(context: IExecuteFunctions, sendTo: SendTo): TestSend {
	if (sendTo === 'lists') {
		throw optionError(context.getNode(), 'Mode', {
			rule: 'cannot be Test together with distribution lists',
			fix: "Set 'Send To' to Input Items for the test, or 'Mode' to Send.",
		});
	}
	const numbers: Reader<string[]> = (entered) =>
		isEmpty(entered)
			? problem('is empty', "Enter your own phone number, or set 'Mode' to Send.")
			: testNumbers(entered);
	return {
		numbers: ofMode(context, 'testNumbers', numbers),
		rows: ofMode(context, 'testRows', wholeNumber(1, 10, 'rows')),
	};
}

/** Reads a field beside the mode, for the run. */
function ofMode<T>(context: IExecuteFunctions, name: string, reader: Reader<T>): T {
	const { displayName, default: usual } = modeFields.find((field) => field.name === name)!;
	return valid(
		context,
		displayName,
		reader(readParameter(context, name, usual, displayName).at(0)),
	);
}

function valid<T>(context: IExecuteFunctions, label: string, read: Read<T>): T {
	if ('problem' in read) throw optionError(context.getNode(), label, read.problem);
	return read.value;
}

// The options of a campaign, read once for the run.
import type { IExecuteFunctions } from 'n8n-workflow';

import { optOutUrlOption } from '../fields/beforeSendingFields';
import { readerOf, savedOption } from '../fields/field';
import { modeField, modeFields, stillDecided } from '../fields/modeFields';
import { delayOption } from '../fields/sendingOptions';
import { recipientZoneOption, spreadOverOption } from '../fields/timingFields';
import { readOptOutUrl } from './optOutField';
import { testNumbers } from '../rules/lists';
import { onOrOff, wholeNumber, isEmpty, problem, type Read, type Reader } from '../rules/reader';
import { addedOptions, optionError, optionsOfRun, unknownChoice } from '../values/addedOptions';
import { readParameter } from '../values/parameters';
import type { RowsKind, SendTo } from '../values/rowsKind';
import { noOptions, type RunOptions, type TestSend } from './runOptions';

/** Options as read, by name. */
interface Given extends Partial<Omit<RunOptions, 'optOut' | 'test'>> {
	/** In milliseconds. */
	waitLimit?: number;
}

/**
 * Reads all options of a run before anything is sent, so that a wrong one is found in time.
 *
 * @throws NodeOperationError if an expression fails, or a value breaks a rule
 */
export function readRunOptions(
	context: IExecuteFunctions,
	{ settingsFields: fields, choicesOfRun }: RowsKind,
): RunOptions {
	const node = context.getNode();
	const unknown = unknownChoice(node, choicesOfRun);
	if (unknown !== undefined) throw optionError(node, unknown.field, unknown);
	const mode = ofMode(context, modeField.name, readerOf(modeField));
	const isApproved = mode === 'sendApproved';
	const zone = recipientZoneOption.name;
	// What was approved is sent with the options that it was approved with.
	const asked = isApproved ? stillDecided(fields) : fields;
	const { waitLimit, ...given }: Given = optionsOfRun(context, asked, [zone]);
	const options = { ...noOptions, ...given, waitLimitMs: waitLimit ?? noOptions.waitLimitMs };
	if (isApproved) return { ...options, isApproved };
	const sendTo = node.parameters.sendTo === 'lists' ? 'lists' : 'items';
	refuseSpread(context, sendTo, given);
	return {
		...options,
		sendTo,
		onlyEstimate: mode === 'preview',
		optOut: optOutOption(context, given, mode === 'test'),
		output: mode === 'preview' ? 'recipient' : options.output,
		requireApprovalAbove: mode === 'send' ? given.requireApprovalAbove : undefined,
		previewPage: mode === 'preview' && ofMode(context, 'previewPage', onOrOff),
		recipientZone: addedOptions(node, fields).some(({ field }) => field.name === zone),
		test: mode === 'test' ? testOf(context, sendTo) : undefined,
	};
}

/** The panel does not hide the option: n8n drops hidden values, and all would be sent at once. */
function refuseSpread(context: IExecuteFunctions, sendTo: SendTo, { spreadOver }: Given): void {
	const node = context.getNode();
	if (spreadOver === undefined) return;
	const label = spreadOverOption.displayName;
	if (sendTo === 'lists') {
		const rule = 'cannot be used with distribution lists, whose members only the service knows';
		throw optionError(node, label, { rule, fix: 'Remove the option.' });
	}
	if (savedOption(node, delayOption) === undefined) return;
	throw optionError(node, label, {
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

/** Reads one of `modeFields`. */
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

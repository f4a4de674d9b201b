// The file of each item.
import type { IExecuteFunctions } from 'n8n-workflow';

import { FILE_FIELD } from '../fields/fileFields';
import { fileOfItem, isFromInput } from '../files/fileOfItem';
import type { FileRule, InputFile } from '../files/inputFile';
import { eachGivingWay } from '../ledger/runState';
import type { FieldProblem } from '../rules/reader';
import { readParameter } from './parameters';

/**
 * Makes a reader of an item's file, if files come from the input.
 *
 * @throws NodeOperationError (from the returned function) for an expression that fails
 */
export function fileReader(
	context: IExecuteFunctions,
	rule: FileRule,
): (item: number) => Promise<FileRead> {
	const entered = readParameter(context, 'fileField', '', FILE_FIELD);
	// A call has a file only if it plays one.
	const { content = 'file' } = context.getNode().parameters;
	return async (item) => {
		if (content !== 'file' || !isFromInput(context)) return undefined;
		const read = await fileOfItem(context, item, entered.at(item), rule);
		return 'problem' in read ? { problem: { field: FILE_FIELD, ...read.problem } } : read;
	};
}

/**
 * Reads the files of all items, for an operation over all of them.
 *
 * @returns undefined for links
 */
export async function filesOfItems(
	context: IExecuteFunctions,
	rule: FileRule,
): Promise<FileAt | undefined> {
	if (!isFromInput(context)) return undefined;
	const readFile = fileReader(context, rule);
	const reads = await eachGivingWay(
		context.getInputData().keys(),
		async (item) => await readFile(item).catch((error: Error) => error),
	);
	return (item) => {
		const read = reads[item];
		if (read instanceof Error) throw read;
		return read;
	};
}

/** An item's file, or why it cannot be sent; undefined if it is a link, or there is none. */
export type FileRead = { value: InputFile } | { problem: FieldProblem } | undefined;

/** An item's file. Throws for an expression that fails. */
export type FileAt = (item: number) => FileRead;

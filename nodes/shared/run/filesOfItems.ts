import type { IExecuteFunctions } from 'n8n-workflow';

import { FILE_FIELD } from '../fields/fileFields';
import { fileOfItem, isFromInput } from '../files/fileOfItem';
import type { FileRule, InputFile } from '../files/inputFile';
import type { Problem, Read } from '../rules/reader';
import { givingWay } from '../service/pause';
import { readParameter } from './parameters';

/** Gives the file of an item, or why it cannot be sent. Throws for an expression that fails. */
export type FileAt = (
	item: number,
) => { value: InputFile } | { problem: Problem & { field: string } };

/**
 * Looks at the files of all items, for an operation over all of them.
 *
 * @returns undefined when the file is linked, or there is none
 * @throws NodeOperationError when it is not said which of the two
 */
export async function filesOfItems(
	context: IExecuteFunctions,
	rule: FileRule,
): Promise<FileAt | undefined> {
	if (!isFromInput(context)) return undefined;
	const giveWay = givingWay();
	const entered = readParameter(context, 'fileField', '', FILE_FIELD);
	const reads: Array<Read<InputFile> | Error> = [];
	for (const [index, item] of context.getInputData().entries()) {
		if (giveWay.isDue()) await giveWay.now();
		const find = (name: string) => context.helpers.assertBinaryData(index, name);
		try {
			reads.push(await fileOfItem(context, { item, entered: entered.at(index), find }, rule));
		} catch (error) {
			reads.push(error as Error);
		}
	}
	return (index) => {
		const read = reads[index];
		if (read instanceof Error) throw read;
		return 'problem' in read ? { problem: { field: FILE_FIELD, ...read.problem } } : read;
	};
}

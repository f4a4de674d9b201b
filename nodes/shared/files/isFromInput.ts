import type { IExecuteFunctions } from 'n8n-workflow';

import { FILE_FROM } from '../fields/fileFields';
import { inputError } from '../service/checkBody';

/**
 * Whether a node's files come from its input, or by links.
 *
 * The field takes no expression, but a workflow that was imported may hold one: n8n 1.123 and 2.0
 * evaluate it, 2.41 hands on its text.
 *
 * @throws NodeOperationError for anything but one of the two, so that no file is left out without a word
 */
export function isFromInput(context: IExecuteFunctions, item = 0): boolean {
	const { fileFrom = 'link' } = context.getNode().parameters;
	if (fileFrom === 'input' || fileFrom === 'link') return fileFrom === 'input';
	const rule = "must be 'Input Data Field' (input) or 'Link' (link), and takes no expression";
	const fix = 'Choose one of the two; where items differ, use a Switch with a node for each.';
	throw inputError(context.getNode(), [{ field: FILE_FROM, rule, fix }], item);
}

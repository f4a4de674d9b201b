import type { IDataObject } from 'n8n-workflow';

import { unmergedText } from '../../shared/values/mergeFields';
import { inputError } from '../../shared/service/nodeErrors';
import type { RunItem } from '../../shared/service/itemCredential';
import { paramsObject, templatesOfExecution } from '../../shared/templates/template';
import { templateReader } from './chosenTemplate';

/**
 * Puts the template's parameters into the body.
 *
 * @throws NodeOperationError naming the field and the rule
 */
export async function addTemplateParameters(
	item: RunItem,
	given: IDataObject,
): Promise<IDataObject> {
	const { context, node, index, json } = item;
	const read = templateReader(context, await templatesOfExecution(context), {
		parse: unmergedText,
		placeholders: given.pid === undefined ? 'phone' : 'all',
	})(index, json, given);
	if ('problem' in read) throw inputError(node, [read.problem], index);
	const params = paramsObject(read.value);
	return params === undefined ? given : { ...given, params };
}

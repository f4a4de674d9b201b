import type { IDataObject } from 'n8n-workflow';

import { noEmailForSingleNumber } from '../../shared/rules/checkRequest';
import { perPhone } from '../../shared/rules/perPhone';
import { EMPTY, type Problem, type Read } from '../../shared/rules/reader';
import { unmergedText } from '../../shared/values/mergeFields';
import { jsonText } from '../../shared/values/mergeTextReader';
import { inputError } from '../../shared/service/nodeErrors';
import type { RunItem } from '../../shared/service/itemCredential';
import { parametersReader, sources } from '../../shared/templates/enteredParameters';
import {
	groupedValues,
	surplusProblem,
	valuesProblem,
} from '../../shared/templates/parameterValues';
import { paramsObject, templatesOfExecution, type Template } from '../../shared/templates/template';
import { chosenTemplate, headerFileProblem } from './chosenTemplate';

/**
 * Puts the template's parameters into the body, checked against the template itself,
 * since the service skips a recipient silently whose parameters are wrong.
 *
 * @throws NodeOperationError naming the field and the rule
 */
export async function addTemplateParameters(
	item: RunItem,
	given: IDataObject,
): Promise<IDataObject> {
	const refuse = (field: string, found: Problem) =>
		inputError(item.node, [{ ...found, field: found.field ?? field }], item.index);
	const chosen = chosenTemplate(await templatesOfExecution(item.context), String(given.template));
	if ('problem' in chosen) throw refuse('Template', chosen.problem);
	const { template } = chosen;
	const sendTo = item.parameter('sendTo', 'numbers');
	if (sendTo !== 'ownParameters' && given.list === undefined && given.pid === undefined) {
		throw refuse(sendTo === 'lists' ? 'List Codes' : 'Phone Numbers', EMPTY);
	}
	const read =
		sendTo === 'ownParameters'
			? ownParameters(item, template)
			: sharedParameters(item, template, given.pid !== undefined);
	if ('problem' in read) throw refuse('Parameters by Phone Number', read.problem);
	const { fileurl } = given;
	const badFile = headerFileProblem(template, fileurl === undefined ? undefined : String(fileurl));
	if (badFile) throw refuse('Media Link', badFile);
	const complete = { ...given, ...read.value };
	// Only now is it known whether parameters by number are for a single one.
	const forbidden = noEmailForSingleNumber(complete);
	if (forbidden) throw refuse('Notification Email', forbidden);
	return complete;
}

/** Parameters for each number; every recipient is checked, because the service would skip some silently. */
function ownParameters(item: RunItem, template: Template): Read<IDataObject> {
	const { context, index, json } = item;
	const saved = item.node.parameters.parametersByNumber;
	const entered = jsonText(context, saved, 'Parameters by Phone Number')(index, json);
	if ('problem' in entered) return entered;
	const read = perPhone(entered.value ?? '', {
		values: 'parameters',
		value: 'entry',
		example: '{"0570004567": {"body": {"1": "Dana"}}}',
		splitBy: 'Send Template Campaign',
		read: (grouped): Read<IDataObject> => {
			const values = groupedValues(grouped);
			if ('problem' in values) return values;
			const found =
				surplusProblem(template, Object.keys(values.value)) ??
				valuesProblem(template, values.value, 'none');
			return found ? { problem: found } : { value: paramsObject(values.value) ?? {} };
		},
	});
	return 'problem' in read ? read : { value: { listjson: read.value } };
}

/** The same parameters for all. */
function sharedParameters(item: RunItem, template: Template, toLists: boolean): Read<IDataObject> {
	const { context, index, json } = item;
	const from = String(item.parameter('parametersFrom', 'form'));
	const read = parametersReader(context, from, unmergedText())(template, index, json);
	const found =
		'problem' in read
			? read.problem
			: valuesProblem(template, read.value, toLists ? 'all' : 'phone');
	if (found) return { problem: { field: sources[from], ...found } };
	const params = 'value' in read ? paramsObject(read.value) : undefined;
	return { value: params === undefined ? {} : { params } };
}

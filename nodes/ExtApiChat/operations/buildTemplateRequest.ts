import type { IDataObject } from 'n8n-workflow';

import { inputError } from '../../shared/service/nodeErrors';
import {
	sendableProblem,
	valuesProblem,
	type ContactPlaceholders,
} from '../../shared/templates/checkValues';
import { templatesOfExecution } from '../../shared/templates/fetchTemplates';
import { groupedValues, surplusProblem } from '../../shared/templates/givenValues';
import { paramsObject, type Template } from '../../shared/templates/template';
import { webAddress } from '../../shared/rules/addresses';
import { perPhone } from '../../shared/rules/perPhone';
import { EMPTY, type Problem, type Read } from '../../shared/rules/reader';
import { TEMPLATE_FIX } from '../../shared/rules/text';
import { headerFileProblem } from './headerFile';
import { readParameters, typedParameter } from './templateParameters';
import type { RunItem } from '../../shared/service/runItem';

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
	const body = { ...given };
	const refuse = (field: string, found: Problem) =>
		inputError(item.node, [{ ...found, field: found.field ?? field }], item.index);

	const code = String(body.template);
	const template = (await templatesOfExecution(item.context)).get(code);
	if (template === undefined) {
		throw refuse('Template', {
			rule: `is ${code}, which the account does not have`,
			fix: TEMPLATE_FIX,
		});
	}
	const unsendable = sendableProblem(template);
	if (unsendable) throw refuse('Template', unsendable);

	let fileUrl: string | undefined;
	let placeOfLink: string | undefined;
	const sendTo = item.parameter('sendTo', 'numbers');
	if (sendTo !== 'ownParameters' && body.list === undefined && body.pid === undefined) {
		throw refuse(sendTo === 'lists' ? 'List Codes' : 'Phone Numbers', EMPTY);
	}
	if (sendTo === 'ownParameters') {
		const entered = typedParameter(item, 'parametersByNumber', { isJson: true });
		const read = 'problem' in entered ? entered : ownParameters(template, entered.value);
		if ('problem' in read) throw refuse('Parameters by Number', read.problem);
		body.listjson = read.value;
		const link = String(item.parameter('fileUrl', '') ?? '').trim();
		if (link !== '') fileUrl = link;
	} else {
		const read = readParameters(item, template);
		if ('problem' in read) throw refuse('Template Parameters', read.problem);
		const placeholders: ContactPlaceholders = body.pid === undefined ? 'phone' : 'all';
		const found = valuesProblem(template, read.value.values, placeholders);
		if (found) throw refuse(read.value.field, found);
		const params = paramsObject(read.value.values);
		if (params !== undefined) body.params = params;
		({ fileUrl, placeOfLink } = read.value);
	}
	const address = (body.fileurl as string | undefined) ?? fileUrl;
	const link = address === undefined ? undefined : webAddress(address);
	if (link !== undefined && 'problem' in link) throw refuse('Media Link', link.problem);
	const badFile = headerFileProblem(template, link?.value, placeOfLink);
	if (badFile) throw refuse(badFile.field, badFile);
	if (link !== undefined) body.fileurl = link.value;
	return body;
}

/** Parameters for each number; every recipient is checked, because the service would skip some silently. */
function ownParameters(template: Template, entered: unknown): Read<IDataObject> {
	return perPhone(entered, {
		values: 'parameters',
		value: 'entry',
		example: '{"0501234567": {"body": {"1": "Dana"}}}',
		splitBy: 'Send Template Campaign',
		read: (given): Read<IDataObject> => {
			const read = groupedValues(given);
			if ('problem' in read) return read;
			const found =
				surplusProblem(template, Object.keys(read.value)) ??
				valuesProblem(template, read.value, 'none');
			return found ? { problem: found } : { value: paramsObject(read.value) ?? {} };
		},
	});
}

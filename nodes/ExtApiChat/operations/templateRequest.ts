import type { IDataObject } from 'n8n-workflow';

import { webAddress } from '../../shared/rules/addresses';
import { noEmailForSingleNumber } from '../../shared/rules/checkRequest';
import { perPhone } from '../../shared/rules/perPhone';
import {
	asText,
	EMPTY,
	isEmpty,
	lostDigits,
	problem,
	type Problem,
	type Read,
} from '../../shared/rules/reader';
import { readTyped, type ReadTypedOptions } from '../../shared/run/checkBody';
import { inputError } from '../../shared/service/nodeErrors';
import type { RunItem } from '../../shared/service/itemCredential';
import {
	formValues,
	groupedValues,
	listedValues,
	surplusProblem,
	valuesProblem,
	withDataCommas,
	type ContactPlaceholders,
} from '../../shared/templates/parameterValues';
import {
	FILE_ID,
	labelOf,
	paramsObject,
	parametersOf,
	templatesOfExecution,
	type ParameterValues,
	type Template,
} from '../../shared/templates/template';
import { chosenTemplate, headerFileProblem } from './chosenTemplate';
import { sources } from './templateParameters';

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
			: sharedParameters(item, template, given.pid === undefined ? 'phone' : 'all');
	if ('problem' in read) throw refuse('Parameters by Phone Number', read.problem);
	const { body, linked, placeOfLink } = read.value;
	const address = given.fileurl ?? linked;
	const link = isEmpty(address) ? undefined : webAddress(address);
	if (link !== undefined && 'problem' in link) throw refuse('Media Link', link.problem);
	const badFile = headerFileProblem(template, link?.value, placeOfLink);
	if (badFile) throw refuse('Media Link', badFile);
	const complete = { ...given, ...body, ...(link === undefined ? {} : { fileurl: link.value }) };
	// Only now is it known whether parameters by number are for a single one.
	const forbidden = noEmailForSingleNumber(complete);
	if (forbidden) throw refuse('Notification Email', forbidden);
	return complete;
}

/** What fields say of the parameters of a template. */
interface EnteredParameters {
	/** The request's parameters by wire name. */
	body: IDataObject;
	/** The link to the header's file. */
	linked: unknown;
	/** Where the link is entered, if not in a field of its own. */
	placeOfLink?: string;
}

/** Parameters for each number; every recipient is checked, because the service would skip some silently. */
function ownParameters(item: RunItem, template: Template): Read<EnteredParameters> {
	const entered = typedParameter(item, 'parametersByNumber', { isJson: true });
	if ('problem' in entered) return entered;
	const read = perPhone(entered.value, {
		values: 'parameters',
		value: 'entry',
		example: '{"0570004567": {"body": {"1": "Dana"}}}',
		splitBy: 'Send Template Campaign',
		read: (grouped): Read<IDataObject> => {
			const values = checkedValues(groupedValues(grouped), template, 'none');
			return 'problem' in values ? values : { value: paramsObject(values.value) ?? {} };
		},
	});
	if ('problem' in read) return read;
	return { value: { body: { listjson: read.value }, linked: item.parameter('fileUrl', '') } };
}

/** The same parameters for all, from whichever of the three fields. */
function sharedParameters(
	item: RunItem,
	template: Template,
	placeholders: ContactPlaceholders,
): Read<EnteredParameters> {
	const from = item.parameter('parametersFrom', 'form') as string;
	const field = sources[from];
	const isForm = from === 'form';
	const entered = enteredValues(item, template, from);
	const { [FILE_ID]: inForm, ...values } = 'problem' in entered ? {} : entered.value;
	const read = checkedValues(
		'problem' in entered ? entered : { value: values },
		template,
		placeholders,
	);
	if ('problem' in read) return { problem: { field, ...read.problem } };
	const params = paramsObject(values);
	return {
		value: {
			body: params === undefined ? {} : { params },
			linked: isForm ? inForm : item.parameter('fileUrl', ''),
			...(isForm ? { placeOfLink: ` in the form '${field}'` } : {}),
		},
	};
}

/** Values that the template has parameters for, all of them; others would be lost silently. */
function checkedValues(
	read: Read<ParameterValues>,
	template: Template,
	placeholders: ContactPlaceholders,
): Read<ParameterValues> {
	if ('problem' in read) return read;
	const found =
		surplusProblem(template, Object.keys(read.value)) ??
		valuesProblem(template, read.value, placeholders);
	return found ? { problem: found } : read;
}

function enteredValues(item: RunItem, template: Template, from: string): Read<ParameterValues> {
	if (from === 'list') {
		const list = typedParameter(item, 'parametersList', { dataInText: withDataCommas });
		return 'problem' in list ? list : listedValues(template, String(list.value ?? ''));
	}
	if (from === 'json') {
		const json = typedParameter(item, 'parametersJson', { isJson: true });
		return 'problem' in json ? json : groupedValues(json.value);
	}
	const form = formValues(item.parameter('parameters', null), template);
	const labels = new Map(
		parametersOf(template).map((each) => [each.id, `'${labelOf(template, each)}'`]),
	);
	const values: ParameterValues = {};
	for (const [id, value] of Object.entries(form.values)) {
		const typed = readTyped(item, ['parameters', 'value', id]);
		const read = 'problem' in typed ? typed : valueText(typed.value ?? value);
		if ('problem' in read) {
			const { rule, fix } = read.problem;
			return 'problem' in typed
				? typed
				: problem(`contains a value for ${labels.get(id) ?? id} that ${rule}`, fix);
		}
		values[id] = read.value;
	}
	return { value: values };
}

function valueText(given: unknown): Read<string> {
	const text = typeof given === 'boolean' ? String(given) : asText(given);
	return (
		lostDigits(given) ??
		(text === undefined
			? problem('is an object or a list', 'Name the value inside it.')
			: { value: text })
	);
}

/** A parameter with template values; a merge field in it is refused, since nothing would replace it. */
function typedParameter(item: RunItem, name: string, options: ReadTypedOptions): Read<unknown> {
	const typed = readTyped(item, [name], options);
	return 'problem' in typed || typed.value !== undefined
		? typed
		: { value: item.parameter(name, '') };
}

import { isJsonObject, type JsonValue } from '../protocol/params';
import { ServiceError } from '../protocol/serviceError';
import type { Contact } from '../state/account';
import { buttonProblem } from './buttonValue';
import { requiredParams, type ParamKind, type RequiredParam } from './requiredParams';
import type { Template } from '../state/template';

/** Values of a template's parameters, by kind and index. */
export type TemplateValues = Record<ParamKind, Record<string, string>>;

/**
 * Which contact placeholders are replaced: all for a distribution list, the phone for a list, none for `listjson`. With
 * `phone` the others become empty, with `phoneOnly` they stay as they are.
 */
export type Placeholders = 'all' | 'phone' | 'phoneOnly' | 'none';

const kinds: ParamKind[] = ['header', 'body', 'button'];
const contactPlaceholder = /\[(first_name|last_name|user_data[1-4]?|phone_num)\]/g;
const phonePlaceholder = /\[(phone_num)\]/g;
const contactFields: Record<
	string,
	'fname' | 'lname' | 'data' | 'data1' | 'data2' | 'data3' | 'data4'
> = {
	first_name: 'fname',
	last_name: 'lname',
	user_data: 'data',
	user_data1: 'data1',
	user_data2: 'data2',
	user_data3: 'data3',
	user_data4: 'data4',
};

/** Reads `params` in either form: a comma-separated list for the body, or a JSON object (specification, `params`). */
export function readValues(raw: JsonValue | undefined, template: Template): TemplateValues {
	const values: TemplateValues = { header: {}, body: {}, button: {} };
	if (raw === undefined || raw === null || raw === '') return values;
	const parsed = typeof raw === 'string' && raw.trim().startsWith('{') ? parse(raw) : raw;
	if (isJsonObject(parsed)) {
		for (const kind of kinds) {
			const given = parsed[kind];
			if (given === undefined || given === null) continue;
			if (!isJsonObject(given)) throw new ServiceError(`params ${kind} must be an object`);
			for (const [index, value] of Object.entries(given)) {
				if (typeof value === 'object' && value !== null) {
					throw new ServiceError(`params ${kind} ${index} must be a single value`);
				}
				values[kind][index] = value === null ? '' : String(value);
			}
		}
		return values;
	}
	if (typeof parsed === 'object')
		throw new ServiceError('params must be a list of values or an object');
	const body = requiredParams(template).filter(({ kind }) => kind === 'body');
	String(parsed)
		.split(',')
		.forEach((value, position) => {
			const param = body[position];
			if (param !== undefined) values.body[String(param.index)] = value.trim();
		});
	return values;
}

function parse(text: string): JsonValue {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		throw new ServiceError('params is not valid JSON');
	}
}

/** The first documented error of a set of values; undefined when the template can be sent with them. */
export function valuesProblem(
	template: Template,
	values: TemplateValues,
	placeholders: Placeholders,
): string | undefined {
	for (const param of requiredParams(template)) {
		const value = values[param.kind][String(param.index)] ?? '';
		if (value.trim() === '') return missing(param);
		if (param.kind !== 'button') continue;
		const bare = placeholders === 'none' ? value : value.replace(replaced(placeholders), 'x');
		const problem = buttonProblem(bare);
		if (problem !== undefined) {
			return `template button parameter for button index ${param.index} ${problem}`;
		}
	}
	return undefined;
}

const replaced = (placeholders: Placeholders): RegExp =>
	placeholders === 'phoneOnly' ? phonePlaceholder : contactPlaceholder;

function missing({ kind, index }: RequiredParam): string {
	return kind === 'button'
		? `missing required template button parameter for button index ${index}`
		: `missing required template ${kind} parameter {{${index}}}`;
}

/** Replaces contact placeholders for one recipient; in a button the value is URL-encoded. */
export function personalValues(
	values: TemplateValues,
	placeholders: Placeholders,
	phone: string,
	fields: Contact['fields'] = {},
): TemplateValues {
	if (placeholders === 'none') return values;
	const replace = (value: string, encode: boolean) =>
		value.replace(replaced(placeholders), (_whole, name: string) => {
			if (name !== 'phone_num' && placeholders === 'phone') return '';
			const found = name === 'phone_num' ? phone : (fields[contactFields[name]] ?? '');
			return encode ? encodeForLink(found) : found;
		});
	const personal: TemplateValues = { header: {}, body: {}, button: {} };
	for (const kind of kinds) {
		for (const [index, value] of Object.entries(values[kind])) {
			personal[kind][index] = replace(value, kind === 'button');
		}
	}
	return personal;
}

/** URL-encodes everything a button does not take as it is, also the marks that `encodeURIComponent` leaves. */
const encodeForLink = (text: string): string =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
	);

/** The message as the ledger keeps it: the filled text, then every value, so that no difference is lost. */
export function renderTemplate(
	template: Template,
	values: TemplateValues,
	fileurl?: string,
): string {
	const body = template.body.replace(
		/\{\{(\d+)\}\}/g,
		(_, index: string) => values.body[index] ?? '',
	);
	const { header, button } = values;
	const rest = {
		template: template.code,
		header,
		body: values.body,
		button,
		...(fileurl ? { fileurl } : {}),
	};
	return `${body}\n${JSON.stringify(rest)}`;
}

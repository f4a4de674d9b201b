import { isJsonObject, type JsonValue } from '../protocol/json';
import { ServiceError } from '../protocol/serviceError';
import type { Template } from '../state/template';
import { paramKinds, requiredParams, type ParamKind } from './requiredParams';

/** Values of a template's parameters, by kind and index. */
export type TemplateValues = Record<ParamKind, Record<string, string>>;

/** The values of a template that needs none. */
export const noValues = (): TemplateValues => ({ header: {}, body: {}, button: {} });

/** Reads `params` in either form: a comma-separated list for the body, or a JSON object (specification, "Template values", `params`). */
export function readValues(raw: JsonValue | undefined, template: Template): TemplateValues {
	const values = noValues();
	if (raw === undefined || raw === null || raw === '') return values;
	const parsed = typeof raw === 'string' && raw.trim().startsWith('{') ? parse(raw) : raw;
	if (isJsonObject(parsed)) {
		for (const kind of paramKinds) {
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

import type { JsonObject } from '../protocol/json';
import type { Template } from '../state/template';
import { buttonProblem } from './buttonValue';
import { fileTypes } from './headerFile';
import { requiredParams, simpleParamsAllowed, type RequiredParam } from './requiredParams';

/** Is the example of a button whose own example could not be sent. */
const sendableExample = 'ABC123';

/** A template as the listing shows it (specification, The template object). */
export function listedTemplate(template: Template): JsonObject {
	const { code, displayName, status, category, language, qualityScore, updated } = template;
	const { header, body, footer, buttons, needsResync } = template;
	const params = requiredParams(template);
	return {
		code,
		displayName,
		status,
		sendable: status === 'APPROVED' && !needsResync,
		issue: needsResync ? 'needs_resync' : null,
		category,
		language,
		qualityScore,
		updated,
		header: {
			type: header.type,
			text: header.text,
			fileurlTypes: fileTypes(template),
			hasDefaultMedia: header.defaultMediaUrl !== '',
			defaultMediaUrl: header.defaultMediaUrl,
		},
		body,
		footer,
		buttons: buttons.map(({ type, text, url, dynamic }) => ({ type, text, url, dynamic })),
		params: {
			body: listed(params, 'body'),
			header: listed(params, 'header'),
			button: listed(params, 'button'),
		},
		simpleParamsAllowed: simpleParamsAllowed(template),
		paramsExample: params.length === 0 ? null : examples(params),
		otp: category === 'AUTHENTICATION' ? otp(template) : null,
	};
}

function listed(params: RequiredParam[], wanted: RequiredParam['kind']): JsonObject[] {
	return params
		.filter(({ kind }) => kind === wanted)
		.map(({ index, example, buttonText }) => ({
			index,
			example,
			...(buttonText === undefined ? {} : { buttonText }),
		}));
}

function examples(params: RequiredParam[]): JsonObject {
	const byKind: Record<string, JsonObject> = {};
	for (const { kind, index, example } of params) {
		const unusable = kind === 'button' && (example === '' || buttonProblem(example) !== undefined);
		(byKind[kind] ??= {})[String(index)] = unusable ? sendableExample : example;
	}
	return byKind;
}

function otp({ expirationMinutes, securityRecommendation, buttons }: Template): JsonObject {
	const copy = buttons.find(({ type }) => type === 'COPY_CODE');
	return {
		codeParam: 'body.1',
		expirationMinutes,
		securityRecommendation,
		buttonText: copy?.text ?? '',
	};
}

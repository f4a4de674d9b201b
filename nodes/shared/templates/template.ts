// What a template is, and how its message reads.
import type { IDataObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { endpoints } from '../service/endpoints';
import { acceptedReply, withRetryAfter } from '../service/postRequest';

/** A parameter of a template, as the listing names it. */
interface TemplateParameter extends IDataObject {
	/** Placeholder number in header and body; position of the button, from 0. */
	index: number;
	example: string;
	buttonText?: string;
}

type ParameterKind = 'header' | 'body' | 'button';

/** A chat template as the listing returns it (specification, "The template object"). */
export interface Template extends IDataObject {
	code: number;
	displayName: string;
	status: string;
	sendable: boolean;
	issue: string | null;
	category: string;
	language: string;
	header: {
		type: string;
		text?: string;
		fileurlTypes: string[];
		hasDefaultMedia: boolean;
		defaultMediaUrl?: string;
	};
	body: string;
	footer?: string;
	/** `url` for links. */
	buttons: Array<{ text: string; url?: string }>;
	params: Record<ParameterKind, TemplateParameter[]>;
}

/** A template with all its parts; replaces those that a listing lacks. */
export function asTemplate(listed: IDataObject): Template {
	const { header, body, buttons, params } = asObject(listed);
	const own = asObject(header);
	return {
		...asObject(listed),
		header: {
			type: 'NONE',
			hasDefaultMedia: false,
			...own,
			fileurlTypes: Array.isArray(own.fileurlTypes) ? own.fileurlTypes : [],
		},
		body: typeof body === 'string' ? body : '',
		buttons: Array.isArray(buttons) ? buttons.map(asObject) : [],
		params: Object.fromEntries(kinds.map((kind) => [kind, objectsIn(asObject(params)[kind])])),
	} as unknown as Template;
}

function asObject(value: unknown): IDataObject {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject ? (value as IDataObject) : {};
}

function objectsIn(value: unknown): IDataObject[] {
	const all: unknown[] = Array.isArray(value) ? value : [];
	return all.map(asObject).filter((each) => Object.keys(each).length > 0);
}

/**
 * Reads the account's templates (specification, "List templates").
 *
 * @param filter `status`, `category` or `template`, by wire name
 * @throws NodeApiError in the service's own words
 */
export async function fetchTemplates(
	context: ILoadOptionsFunctions | IExecuteFunctions,
	filter: IDataObject = {},
): Promise<Template[]> {
	const ask = async () => {
		const request = { url: endpoints.templates, body: filter, effect: 'asks' } as const;
		const { templates } = (await acceptedReply(context, request)).data;
		return (templates as IDataObject[]).map(asTemplate);
	};
	// A person waits at the editor, and may ask again.
	return 'getInputData' in context ? await withRetryAfter(context, ask) : await ask();
}

type Listing = Promise<Map<string, Template>>;

const listings = new WeakMap<object, Map<string, Listing>>();
/** By the context of a try. */
const triedBy = new WeakMap<object, Listing>();

/** The templates by code, read once per execution and account. */
export async function templatesOfExecution(
	context: IExecuteFunctions,
): Promise<Map<string, Template>> {
	const tried = triedBy.get(context);
	if (tried !== undefined) return await tried;
	const execution = context.getContext('flow');
	const byCredential = listings.get(execution) ?? new Map<string, Listing>();
	listings.set(execution, byCredential);

	const { baseUrl, token } = await context.getCredentials('extApi');
	const credential = JSON.stringify([baseUrl, token]);
	let listing = byCredential.get(credential);
	if (listing === undefined) {
		listing = fetchTemplates(context).then(
			(templates) => new Map(templates.map((template) => [String(template.code), template])),
		);
		byCredential.set(credential, listing);
		// The next try asks again for a listing that failed, not the next item.
		listing.catch(() => byCredential.delete(credential));
		triedBy.set(context, listing);
	}
	return await listing;
}

/** A parameter with its place in the template. */
export interface PlacedParameter extends TemplateParameter {
	kind: ParameterKind;
	/** Names the parameter in the form, for example `body.1`. */
	id: string;
	/** See {@link labelOf}. */
	label: string;
}

/** Values by parameter ID, for example `{ 'body.1': 'Dana', 'button.0': 'A-1' }`. */
export type ParameterValues = Record<string, string>;

/** The beginning of IDs of form fields that only show the template; their values are never sent. */
export const LINE_ID = 'line-';

const kinds: ParameterKind[] = ['header', 'body', 'button'];

/** A campaign asks once for each recipient. */
const knownParameters = new WeakMap<Template, PlacedParameter[]>();

/** Every parameter a template needs, header first. */
export function parametersOf(template: Template): PlacedParameter[] {
	let parameters = knownParameters.get(template);
	if (parameters === undefined) {
		parameters = kinds.flatMap((kind) =>
			template.params[kind].map((each) => ({
				...{ ...each, kind, id: `${kind}.${each.index}` },
				label: labelOf(template, { ...each, kind }),
			})),
		);
		knownParameters.set(template, parameters);
	}
	return parameters;
}

/** Characters of a label that fit beside the editor's choice of an expression. */
const ROOM = 25;
/** Spaces and punctuation around quoted words. */
const EDGE = /^[\s\p{P}]+|(?<![\s\p{P}])[\s\p{P}]+$/gu;

/**
 * A parameter's unique label for form and messages: its number and the words before its place in
 * the text, or the text of its button.
 */
function labelOf(
	template: Template,
	{ kind, index, buttonText = '' }: Pick<PlacedParameter, 'kind' | 'index' | 'buttonText'>,
): string {
	if (kind === 'button')
		return `Button ${index} · ${buttonText}`.slice(0, ROOM).replace(/ · $/, '');
	const [name, text] =
		kind === 'header' ? [`Header ${index}`, template.header.text] : [`${index}`, template.body];
	const [before, ...rest] = (text ?? '').split(`{{${index}}}`);
	const beside = before
		.split(/\{\{\d+\}\}/)
		.at(-1)!
		.replace(EDGE, '');
	const words = beside.split(/\s+/);
	const room = ROOM - name.length - ' · after ""'.length;
	while (words.join(' ').length > room) words.shift();
	if (rest.length > 0 && words.join('') !== '') return `${name} · after "${words.join(' ')}"`;
	return kind === 'header' ? name : `Body ${index}`;
}

/** The `params` object of a send: values by kind; undefined without any. */
export function paramsObject(values: ParameterValues): IDataObject | undefined {
	let params: Record<string, IDataObject> | undefined;
	for (const [id, value] of Object.entries(values)) {
		const dot = id.indexOf('.');
		((params ??= {})[id.slice(0, dot)] ??= {})[id.slice(dot + 1)] = value;
	}
	return params;
}

/**
 * A template as the recipient reads it (specification, "The template object"): `header`, `body`,
 * `footer` and `buttons` (text, and the URL of a link), each null or empty if missing.
 *
 * @param fileUrl its media link; none for the template's own file
 */
export function renderTemplate(
	template: Template,
	values: ParameterValues,
	fileUrl?: string,
): IDataObject {
	const { header, body, footer, buttons } = template;
	const fill = (text: string, kind: string) =>
		text.replace(/\{\{(\d+)\}\}/g, (field, index: string) => values[`${kind}.${index}`] ?? field);
	return {
		header: headerOf(header, fill, fileUrl),
		body: fill(body, 'body'),
		footer: footer ? footer : null,
		buttons: buttons.map((button, index) => buttonOf(button, values[`button.${index}`])),
	};
}

function headerOf(
	header: Template['header'],
	fill: (text: string, kind: string) => string,
	fileUrl: string | undefined,
): string | null {
	if (header.type === 'NONE') return null;
	if (header.type === 'TEXT') return fill(header.text ?? '', 'header');
	return fileUrl ?? (header.defaultMediaUrl ? header.defaultMediaUrl : null);
}

/** A value replaces the placeholder of a link button, or follows its URL. */
function buttonOf(
	{ text, url }: Template['buttons'][number],
	value: string | undefined,
): IDataObject {
	if (!url) return { text };
	if (value === undefined) return { text, url };
	const filled = url.replace(/\{\{\d+\}\}/, value);
	return { text, url: filled === url ? url + value : filled };
}

import type { IDataObject } from 'n8n-workflow';

/** A parameter of a template, as the listing names it. */
export interface TemplateParameter {
	/** Placeholder number in header and body; position of the button, from 0. */
	index: number;
	example: string;
	/** Text of the button, for button parameters. */
	buttonText?: string;
}

/** A button as the listing describes it; `url` for links. */
export interface TemplateButton extends IDataObject {
	text: string;
	url?: string;
}

/** Kind of a parameter, as `params` groups them. */
export type ParameterKind = 'header' | 'body' | 'button';

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
	buttons?: TemplateButton[];
	params: { header: IDataObject[]; body: IDataObject[]; button: IDataObject[] };
}

/** A parameter with its place in the template. */
export interface PlacedParameter extends TemplateParameter {
	kind: ParameterKind;
	/** Names the parameter in the form, for example `body.1`. */
	id: string;
}

/** Values by parameter ID, for example `{ 'body.1': 'Dana', 'button.0': 'A-1' }`. */
export type ParameterValues = Record<string, string>;

/** The ID of the media link in the form. */
export const FILE_ID = 'fileurl';

/** IDs of the form's fields that show the template itself; what they hold is never sent. */
export const TEXT_IDS = ['template', 'text'] as const;

/** Tells whether a field of the form is a parameter of a template, not its media link or its text. */
export function isParameterId(id: string): boolean {
	return id !== FILE_ID && !TEXT_IDS.some((own) => own === id);
}

const kinds: ParameterKind[] = ['header', 'body', 'button'];

/** A campaign asks once for each recipient. */
const knownParameters = new WeakMap<Template, PlacedParameter[]>();

/** Every parameter a template needs, header first. */
export function parametersOf(template: Template): PlacedParameter[] {
	let parameters = knownParameters.get(template);
	if (parameters === undefined) {
		parameters = kinds.flatMap((kind) =>
			(template.params?.[kind] ?? []).map((parameter) => {
				const { index, example, buttonText } = parameter as unknown as TemplateParameter;
				return { kind, id: `${kind}.${index}`, index, example, buttonText };
			}),
		);
		knownParameters.set(template, parameters);
	}
	return parameters;
}

/** The `params` object of a send: values grouped by kind; undefined when there are none. */
export function paramsObject(values: ParameterValues): IDataObject | undefined {
	const params: Record<string, IDataObject> = {};
	for (const kind of kinds) {
		for (const [id, value] of Object.entries(values)) {
			if (id.startsWith(`${kind}.`)) (params[kind] ??= {})[id.slice(kind.length + 1)] = value;
		}
	}
	return Object.keys(params).length === 0 ? undefined : params;
}

/**
 * A template as the recipient reads it (specification, "The template object").
 *
 * @param values by parameter ID
 * @param fileUrl the media link that goes with it; none for the template's own file
 * @returns `header`, `body`, `footer` and `buttons` (text, and the address of a link), each null or
 * empty where the template has none
 */
export function renderTemplate(
	template: Template,
	values: ParameterValues,
	fileUrl?: string,
): IDataObject {
	const { header, body, footer, buttons = [] } = template;
	const fill = (text: string, kind: string) =>
		text.replace(/\{\{(\d+)\}\}/g, (field, index: string) => values[`${kind}.${index}`] ?? field);
	return {
		header: headerOf(header, fill, fileUrl),
		body: fill(String(body ?? ''), 'body'),
		footer: footer ? footer : null,
		buttons: buttons.map((button, index) => buttonOf(button, values[`button.${index}`])),
	};
}

function headerOf(
	header: Template['header'] | undefined,
	fill: (text: string, kind: string) => string,
	fileUrl: string | undefined,
): string | null {
	if (header === undefined || header.type === 'NONE') return null;
	if (header.type === 'TEXT') return fill(header.text ?? '', 'header');
	return fileUrl ?? (header.defaultMediaUrl ? header.defaultMediaUrl : null);
}

/** The value of a link button takes the place of its placeholder, or stands at the end of its address. */
function buttonOf({ text, url }: TemplateButton, value: string | undefined): IDataObject {
	if (typeof url !== 'string' || url === '') return { text };
	if (value === undefined) return { text, url };
	const filled = url.replace(/\{\{\d+\}\}/, value);
	return { text, url: filled === url ? url + value : filled };
}

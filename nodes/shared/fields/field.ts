// What a field is: its label, its parameter and its reader, and how n8n shows it.
import type {
	IDataObject,
	IDisplayOptions,
	INode,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { onOrOff, switchedOn, wholeNumber, type Reader, choiceOf } from '../rules/reader';

/** The groups of options, in the order of the panel, with their labels. */
export const optionGroups = {
	options: { displayName: 'Options', placeholder: 'Add option' },
	beforeSending: { displayName: 'Before Sending', placeholder: 'Add rule' },
	timing: { displayName: 'Timing', placeholder: 'Add timing option' },
	notifications: { displayName: 'Completion and Notifications', placeholder: 'Add option' },
	advanced: { displayName: 'Advanced', placeholder: 'Add advanced option' },
};

export type OptionGroup = keyof typeof optionGroups;

/** What n8n gets of a field; `routing` comes from its wire name. */
interface Told extends Omit<INodeProperties, 'routing' | 'type' | 'options'> {
	/** The group of an option, by default `options`. */
	optionGroup?: OptionGroup;
	/** True if an empty list is a value, such as no one. */
	takesEmptyList?: true;
	/** True if an expression may give nothing, such as an empty reply: no default replaces it. */
	takesNothing?: true;
}

/** Kinds of fields that hold no value themselves. */
type Grouping = 'collection' | 'notice';

/** A field that fills a parameter of the service. */
export interface WireField extends Told {
	type: Exclude<INodeProperties['type'], Grouping>;
	options?: INodeProperties['options'];
	wire: string;
	/** Turns what was entered into what the service gets, or says what is wrong with it. */
	reader: Reader;
	/** True for a text: a merge field typed into it is filled or refused, never sent. */
	isText?: true;
}

/** A switch, number or choice: n8n's keys say what it may hold, unless a reader says more. */
interface PlainField extends Told {
	type: 'boolean' | 'number' | 'options';
	options?: INodeProperties['options'];
	wire?: string;
	reader?: Reader;
	isText?: undefined;
}

/** Any other field with a value. */
interface ReadField extends Told {
	type: Exclude<INodeProperties['type'], PlainField['type'] | Grouping>;
	options?: INodeProperties['options'];
	wire?: undefined;
	/** See {@link WireField}; `asEntered` for what is read together with other values. */
	reader: Reader;
}

/** Fields that a person adds one by one. */
export interface CollectionField extends Told {
	type: 'collection';
	options: Field[];
	wire?: undefined;
	reader?: undefined;
}

interface Notice extends Told {
	type: 'notice';
	options?: undefined;
	wire?: undefined;
	reader?: undefined;
}

/**
 * A field of an operation: what the editor shows, which parameter it fills, and how its value is
 * read. Copies of it keep all of that, but n8n does not get its reader: see {@link propertiesOf}.
 */
export type Field = WireField | PlainField | ReadField | CollectionField | Notice;

type Text<T> = Omit<T, 'type' | 'default'>;

interface MakeTextField {
	(field: Text<WireField>): WireField;
	(field: Text<ReadField>): ReadField;
}

/** A field for text, empty at first. */
export const textField = ((field) => ({
	type: 'string',
	default: '',
	...field,
})) as MakeTextField;

/**
 * What n8n gets of fields. It sends descriptions to browsers and models as JSON, which cannot hold
 * a reader, so they are made anew with only n8n's own keys.
 */
export function propertiesOf(fields: Field[]): INodeProperties[] {
	return fields.map((field): INodeProperties => {
		const {
			wire,
			reader: _reader,
			optionGroup: _group,
			isText: _isText,
			takesEmptyList: _takes,
			takesNothing: _takesNothing,
			...told
		} = {
			isText: undefined,
			...field,
		};
		return {
			...told,
			...(field.type === 'collection' ? { options: propertiesOf(field.options) } : {}),
			...(wire === undefined ? {} : { routing: { send: { type: 'body', property: wire } } }),
		};
	});
}

/** How the value of a field is read. */
export function readerOf(field: Field): Reader {
	const { reader, type, typeOptions, displayName, wire } = field;
	if (reader !== undefined) return reader;
	if (type === 'boolean') return wire === undefined ? onOrOff : switchedOn;
	if (type === 'options') {
		return choiceOf(...(field.options as INodePropertyOptions[]).map(({ value }) => value));
	}
	const { minValue = 0, maxValue = Infinity } = typeOptions ?? {};
	return wholeNumber(minValue, maxValue, /\(([^()]+)\)$/.exec(displayName)?.[1].toLowerCase());
}

/**
 * Copies of fields that are shown only under some parameter values, beside their own conditions.
 *
 * Compose visibility only here: n8n merges arrays in `displayOptions` by index, so spreading them
 * by hand mixes values up. It reads conditions in order, and takes them all as met at the first
 * whose value is an expression, so the operation comes before the field's own.
 */
export function showFor(show: NonNullable<IDisplayOptions['show']>, fields: Field[]): Field[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...show, ...field.displayOptions?.show },
		},
	}));
}

/** Copies of fields that are hidden under some parameter values; here the order is irrelevant. */
export function hideFor(hide: NonNullable<IDisplayOptions['hide']>, fields: Field[]): Field[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			hide: { ...field.displayOptions?.hide, ...hide },
		},
	}));
}

/** Where n8n keeps the value of an option, for example `timing.sendAt`. */
export function optionPath({ optionGroup = 'options', name }: Field): string {
	return `${optionGroup}.${name}`;
}

/** The saved value of an option; undefined if no one added it. */
export function savedOption({ parameters }: INode, option: Field): unknown {
	const [group, name] = optionPath(option).split('.');
	return (parameters[group] as IDataObject | null | undefined)?.[name];
}

/** The display name of the field at a path; undefined for a path inside a field. */
export function labelAt(fields: Field[], path: string): string | undefined {
	const [name, inner] = path.split('.');
	const field = fields.find((each) => each.name === name);
	const option = (field?.options as Field[] | undefined)?.find((each) => each.name === inner);
	return (inner === undefined ? field : option)?.displayName;
}

/** The options of an operation in their groups; takes single options and lists of them. */
export function optionsFields(...choices: Array<Field | Field[]>): CollectionField[] {
	const options = byLabel(choices.flat());
	return Object.entries(optionGroups).flatMap(([name, labels]) => {
		const own = options.filter(({ optionGroup = 'options' }) => optionGroup === name);
		if (own.length === 0) return [];
		// A group with one option names it on its button.
		const placeholder = own.length === 1 ? `Add ${own[0].displayName}` : labels.placeholder;
		const type = 'collection' as const;
		return [{ ...labels, placeholder, name, type, default: {}, options: own }];
	});
}

/** In alphabetical order, for the editor. */
export function byName<T extends { name: string }>(choices: T[]): T[] {
	return [...choices].sort((a, b) => a.name.localeCompare(b.name));
}

function byLabel(fields: Field[]): Field[] {
	return [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/** A parameter of the service and the field of the editor that fills it. */
export interface WireParameter {
	wire: string;
	/** The field's path, for example `options.description`. */
	path: string;
	label: string;
	reader: Reader;
	isText: boolean;
	/** Whether it must always have a value. */
	isRequired: boolean;
}

/** The parameter of the service that each field fills, also inside collections. */
export function wireFields(fields: Field[], parent = ''): WireParameter[] {
	return fields.flatMap((field) => {
		const path = parent + field.name;
		if (field.type === 'collection') return wireFields(field.options, `${path}.`);
		if (field.wire === undefined) return [];
		const { wire, displayName: label, isText = false } = field;
		const isRequired = parent === '' && isAlwaysAsked(field);
		const reader = readerOf(field);
		return [{ wire, path, label, reader, isText, isRequired }];
	});
}

/** A required field or a choice that is shown whatever the others hold. */
function isAlwaysAsked({ required, type, displayOptions = {} }: Field): boolean {
	const conditions = Object.keys({ ...displayOptions.show, ...displayOptions.hide });
	const isShown = conditions.every((name) => name === '@tool');
	return isShown && (required === true || type === 'options');
}

/** The same by wire name, for rules about a request's values. */
export function wireParameters(fields: Field[]): Record<string, WireParameter> {
	return Object.fromEntries(wireFields(fields).map((each) => [each.wire, each]));
}

/** Display names by wire name, for messages about a request's values. */
export function fieldLabels(fields: Field[]): Record<string, string> {
	return Object.fromEntries(wireFields(fields).map(({ wire, label }) => [wire, label]));
}

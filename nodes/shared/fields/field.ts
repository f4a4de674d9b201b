// What a field is: its label, its parameter and its reader, and how n8n shows it.
import type {
	IDataObject,
	IDisplayOptions,
	INode,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { onOrOff, switchedOn, wholeNumber, type Reader, choiceOf } from '../rules/reader';

/** The groups of options, in the order in which every operation shows them, with what each is called. */
export const optionGroups = {
	options: { displayName: 'Options', placeholder: 'Add option' },
	beforeSending: { displayName: 'Before Sending', placeholder: 'Add rule' },
	timing: { displayName: 'Timing', placeholder: 'Add timing option' },
	notifications: { displayName: 'Completion and Notifications', placeholder: 'Add option' },
	advanced: { displayName: 'Advanced', placeholder: 'Add advanced option' },
};

export type OptionGroup = keyof typeof optionGroups;

/** What n8n gets of a field; `routing` is made of its wire name. */
interface Told extends Omit<INodeProperties, 'routing' | 'type' | 'options'> {
	/** Of an option: the group it is in, in every operation; `options` when left out. */
	optionGroup?: OptionGroup;
	/** True where a list without entries is a value, such as no one. */
	takesEmptyList?: true;
	/** True where an expression may give nothing, such as a reply without a text: no default is sent in its place. */
	takesNothing?: true;
}

/** Kinds of fields that hold no value themselves. */
type Grouping = 'collection' | 'notice';

/** A field that fills a parameter of the service. */
export interface WireField extends Told {
	type: Exclude<INodeProperties['type'], Grouping>;
	options?: INodeProperties['options'];
	wire: string;
	/** Makes of what was entered what the service gets, or says what is wrong with it. */
	reader: Reader;
	/** True for a text: a merge field that a person typed into it is filled or refused, never sent. */
	isText?: true;
}

/** A switch, number or choice: what it may hold is in what n8n gets, unless a reader says more. */
interface PlainField extends Told {
	type: 'boolean' | 'number' | 'options';
	options?: INodeProperties['options'];
	wire?: string;
	reader?: Reader;
	isText?: undefined;
}

/** Any other field of our own. */
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
 * A field of an operation: what the editor shows, which parameter it fills, and how its value is read, in one
 * object. Copies of it keep all of that. Its reader is no part of what n8n gets: see {@link propertiesOf}.
 */
export type Field = WireField | PlainField | ReadField | CollectionField | Notice;

type Text<T> = Omit<T, 'type' | 'default'>;

interface MakeTextField {
	(field: Text<WireField>): WireField;
	(field: Text<ReadField>): ReadField;
}

/** A field for text, which is empty at first. */
export const textField = ((field) => ({
	type: 'string',
	default: '',
	...field,
})) as MakeTextField;

/**
 * What n8n gets of fields. It hands descriptions to browsers and to models as JSON, where a reader has no place,
 * so they are made anew and hold nothing else than n8n's own keys.
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
 * Copies of fields that are shown only under some parameter values; a field's own conditions stay beside them.
 *
 * The one place where visibility is composed: n8n merges arrays in `displayOptions` by index, so
 * spreading them by hand mixes values up. It reads conditions in their order, and takes them all for
 * met at the first whose value is an expression, so the operation comes before the field's own.
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

/** Copies of fields that are hidden under some parameter values; unlike {@link showFor}, whatever the order. */
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

/** What an option holds as it was saved; undefined where no one added it. */
export function savedOption({ parameters }: INode, option: Field): unknown {
	const [group, name] = optionPath(option).split('.');
	return (parameters[group] as IDataObject | null | undefined)?.[name];
}

/** The display name of the field a path leads to; undefined where it leads into one. */
export function labelAt(fields: Field[], path: string): string | undefined {
	const [name, inner] = path.split('.');
	const field = fields.find((each) => each.name === name);
	const option = (field?.options as Field[] | undefined)?.find((each) => each.name === inner);
	return (inner === undefined ? field : option)?.displayName;
}

/** The options of an operation in their groups, made of single options and of lists of them. */
export function optionsFields(...choices: Array<Field | Field[]>): CollectionField[] {
	const options = byLabel(choices.flat());
	return Object.entries(optionGroups).flatMap(([name, labels]) => {
		const own = options.filter(({ optionGroup = 'options' }) => optionGroup === name);
		if (own.length === 0) return [];
		// A list of one says on its face what is in it.
		const placeholder = own.length === 1 ? `Add ${own[0].displayName}` : labels.placeholder;
		const type = 'collection' as const;
		return [{ ...labels, placeholder, name, type, default: {}, options: own }];
	});
}

/** In alphabetical order, as the editor is to offer them. */
export function byName<T extends { name: string }>(choices: T[]): T[] {
	return [...choices].sort((a, b) => a.name.localeCompare(b.name));
}

/** The same by the names people see. */
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
	/** Whether it must have a value, whatever else is entered. */
	isRequired: boolean;
}

/** Lists which parameter of the service each field fills; collections included. */
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

/** A field that is required, or a choice, and shown whatever the others hold. */
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

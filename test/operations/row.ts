import type fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../../emulator';

/** The service a test runs against. */
export type Service = Pick<Emulator, 'url' | 'control'>;

/**
 * What the specification and the saved workflows say of one operation, as every table of tests knows
 * it; what its object in `nodes/` says of itself is joined to it in `index.ts`. Parameters are paths of
 * the node's fields, such as `timing.delay`; what the node calls them on the wire stands only in
 * bodies.
 */
export interface OperationRow {
	/** Value of the Resource field. */
	resource: string;
	/** Value of the Operation field. */
	operation: string;
	/** What is filled in so that it succeeds for both of `twoItems`. */
	parameters: INodeParameters;
	/** Brings the service into the state the operation needs. */
	prepare?(service: Service): Promise<void> | void;
	/** True: it refuses more than one item, because n8n can wait only once for a node. */
	takesOneItem?: true;
	/** Fields of the output that no item has before the execution goes on. */
	comesLater?: string[];
	/** What a request does by the specification: nothing, something that may be repeated, or something that must happen once. */
	effect: 'asks' | 'changes' | 'once';
	/** How to tell that something happened twice; there exactly when the effect is `once`. */
	once?: Once;
	/** Parameters that the operation makes of several fields, or without one, and those fields; those that are always the same are joined to it. */
	built?: Record<string, string[]>;
	/** Fields whose random values node and service must judge alike. */
	compared?: ComparedField[];
}

/** How an operation is tried; in `rows/`, beside its row. */
export interface OperationTests {
	/** Exact requests and outputs; every parameter is sent by one of them. */
	sends: SentCase[];
	/** Calls of a model; there exactly when models are offered the operation. */
	toolCalls?: ToolCallOfRow[];
}

/** A way to fill in an operation, and what comes of it. */
export interface SentCase {
	name: string;
	/** Besides the row's. */
	parameters?: INodeParameters;
	/** The first of `twoItems` when left out. */
	items?: IDataObject[];
	/** What the service gets, without the token, in no particular order. */
	bodies: IDataObject[];
	outputs: IDataObject[];
	/** What is said where the service of the tests refuses what is right. */
	refusedByService?: RegExp;
	/** The input items of each output; one after the other when left out. */
	of?: Array<number | number[]>;
}

/** A value a field refuses before anything leaves. */
export interface RefusedCase {
	field: string;
	/** As it is entered in the field. */
	value: unknown;
	/** Besides the row's parameters, where the value needs them. */
	with?: INodeParameters;
	/** What is said: the words after the field's name, or all of it. */
	says: string | RegExp;
}

/** What must happen only once, and how the sent-once matrix makes it happen three times. */
export interface Once {
	/** Names each thing a request does: two of the same name are one too many. */
	deeds(body: IDataObject): string[];
	/** Besides the row's. */
	parameters?: INodeParameters;
}

/** A field whose values are compared between node and service. */
export interface ComparedField {
	/** `/` is a dot in a name, for example `parameters.value.body/1`. */
	field: string;
	/** The service's parameter. */
	wire: string;
	values: fc.Arbitrary<unknown>;
	/** What leaves for a value, where it is not the value as it was entered. */
	sent?(value: unknown): unknown;
	/** True: an empty value is one, and is sent. */
	isSentEmpty?: boolean;
	/** The service's parameters for a value, where they are not just the value under its name. */
	toWire?(value: unknown): IDataObject;
	/** Besides the row's parameters. */
	with?: INodeParameters;
	/** Parameters of the service, where they differ from the operation's own request. */
	body?: IDataObject;
	/** True: an empty value is refused. */
	isRequired?: true;
	/** True: the service looks at the form of a value before it looks it up in the account. */
	formFirst?: true;
}

/** The operation as a tool, its required fields filled by the model, which calls it once. */
export interface ToolCall {
	/** Tells calls of the same operation apart. */
	variant?: string;
	/** Besides the row's. */
	parameters: Record<string, unknown>;
	/** The model's call, by the names it reads. */
	call: Record<string, unknown>;
	/** What the call sends, without the token. */
	body: Record<string, unknown>;
	/** What the tool answers. */
	output: Array<Record<string, unknown>>;
}

/** A call as a row has it: fields that the model defines as a whole are filled by their names. */
export interface ToolCallOfRow extends Omit<ToolCall, 'parameters' | 'call'> {
	byModel?: Record<string, unknown>;
	/** What else is set, and said in the call. */
	parameters?: ToolCall['parameters'];
	call?: ToolCall['call'];
}

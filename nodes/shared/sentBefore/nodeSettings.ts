import type { IDataObject, INode, NodeOperationError } from 'n8n-workflow';

import { hashOf } from '../service/keys';
import { type ErrorTexts, operationError, textsOf, verbsOf } from '../service/nodeErrors';
import { LIST } from './itemNumbers';
import { keptWithExecution, type RunState } from './runState';
import { optionGroups, optionPath } from '../fields/field';
import { completionOptions, includeTextOption, outputOption } from '../fields/campaignFields';
import {
	campaignKeyOption,
	requestsAtOnceOption,
	unknownOutcomeOption,
} from '../fields/sendingOptions';

/*
 * "Retry with currently saved workflow" of n8n (2.0 and 2.41) continues an execution with a node that a person has
 * changed since.
 */

/** By the path of each parameter: hashes, since they are saved with the execution. */
type NodeSettings = Record<string, string>;
type Run = Pick<RunState, 'memory' | 'parameters'>;

/** Parameters that say how requests are made, or what is output, and not what is asked of the service. */
const NOT_ASKED = new Set([
	...['mode', 'testNumbers', 'testRows', 'previewPage', 'requestOptions'],
	...[includeTextOption, outputOption, requestsAtOnceOption].map(optionPath),
	...[unknownOutcomeOption, ...completionOptions].map(optionPath),
]);

const KEY_PATH = optionPath(campaignKeyOption);

/** What a node is set to ask for, and what that is kept under. */
interface CurrentSettings {
	settings: NodeSettings;
	version: string;
}

const ofParameters = new WeakMap<object, CurrentSettings>();

function currentSettings({ parameters }: Run): CurrentSettings {
	let current = ofParameters.get(parameters);
	if (current === undefined) {
		const settings = settingsOf(parameters);
		current = { settings, version: hashOf(settings) };
		ofParameters.set(parameters, current);
	}
	return current;
}

/** Its expressions count as they are written. */
function settingsOf(parameters: Run['parameters']): NodeSettings {
	const settings: NodeSettings = {};
	for (const [name, value] of Object.entries(parameters)) {
		const paths = Object.hasOwn(optionGroups, name)
			? Object.entries(value as IDataObject).map(([option, own]) => [`${name}.${option}`, own])
			: [[name, value]];
		for (const [path, own] of paths as Array<[string, unknown]>) {
			if (!NOT_ASKED.has(path) && own !== undefined) settings[path] = hashOf(own, 6);
		}
	}
	return settings;
}

/** Keeps what the node is set to, once for all requests made so, and gives what it is kept under. */
export function keptSettings(run: Run): string {
	const { settings, version } = currentSettings(run);
	keptWithExecution<NodeSettings>(run, 'settings')[version] ??= settings;
	return version;
}

/** The paths of parameters that were different when a request was made. */
function changedSince(run: Run, version: string | undefined): string[] {
	const before = keptWithExecution<NodeSettings>(run, 'settings')[version ?? ''];
	if (before === undefined) return [];
	const { settings: now } = currentSettings(run);
	const paths = new Set([...Object.keys(before), ...Object.keys(now)]);
	// Of a key, what it gives is compared, not how it is written.
	return [...paths].filter((path) => before[path] !== now[path] && path !== KEY_PATH);
}

/** Whether the Campaign Key is written as it was when a request was made. */
export function isKeyAsWritten(run: Run, version: string | undefined): boolean {
	const before = keptWithExecution<NodeSettings>(run, 'settings')[version ?? ''];
	return before?.[KEY_PATH] === currentSettings(run).settings[KEY_PATH];
}

/** Whether the node is set to what it was when a request was made. */
export function isSetAsThen(run: Run, version: string | undefined): boolean {
	return changedSince(run, version).length === 0;
}

/** Whether another operation than the node is set to now made a request. */
export function isOfAnotherOperation(run: Run, version: string | undefined): boolean {
	return changedSince(run, version).some((path) => path === 'resource' || path === 'operation');
}

/** A Campaign Key as it is saved with a request that was sent; undefined for none. */
export function keptKey(key: string): string | undefined {
	return key === '' ? undefined : hashOf(key, 6);
}

/** What to do about a key that was changed, and about the messages that were sent with the other one. */
export interface KeyChangeWays {
	changed: string;
	otherwise: string;
}

const SAME_ITEM: KeyChangeWays = {
	changed:
		"Make 'Campaign Key' return what it returned in the earlier try (in an expression, write a date as text)",
	otherwise: 'a new execution with this key would send to the same recipients again',
};

/**
 * The error of a retry with another Campaign Key than a request of an earlier try had, or with none: what one of them sent
 * is not in the record of the other's key, so an execution with that key would send it again. Undefined for the same key.
 *
 * @param key as it is now, empty for none; undefined where it cannot be read
 * @param before the request of the earlier try
 * @param ways what to do, where the request was not of the same item
 */
export function keyChangedError(
	node: INode,
	key: string | undefined,
	before: { key?: string },
	ways: KeyChangeWays = SAME_ITEM,
): NodeOperationError | undefined {
	if (key !== undefined && keptKey(key) === before.key) return undefined;
	const name = campaignKeyOption.displayName;
	const [what, fix] =
		before.key === undefined
			? ['added', `Remove '${name}'`]
			: key === ''
				? ['removed', `Add '${name}' again, with the key of the earlier try`]
				: ['changed', ways.changed];
	const why =
		what === 'removed'
			? 'what is sent without the key would be sent again by an execution with it'
			: ways.otherwise;
	return operationError(node, {
		message: `${name} was ${what} after an earlier try had sent messages`,
		description: `${fix}, and retry again: ${why}. Nothing was sent by this try.`,
		context: { keyChanged: true },
	});
}

/** Whether an error is that of {@link keyChangedError}. */
function isKeyChanged(error: Error): boolean {
	return (error as Partial<NodeOperationError>).context?.keyChanged === true;
}

/** What is said of an earlier try's request of unknown outcome, and besides why this try sends nothing, where the key was changed. */
export function withKeyChange(unknown: ErrorTexts, failed: Error | undefined): ErrorTexts {
	if (failed === undefined || !isKeyChanged(failed)) return unknown;
	const { message, description } = textsOf(failed);
	return { ...unknown, description: `${unknown.description} ${message}. ${description}` };
}

/**
 * What is said of an item that an earlier try has done, when the node was set to something else; undefined otherwise.
 *
 * @param version what the node's settings of then are kept under
 * @param differs paths of parameters that are not kept, and are known to have been different
 */
export function earlierTryNote(
	run: Run,
	node: INode,
	version: string | undefined,
	labelOf: (path: string) => string | undefined,
	differs: string[] = [],
): string | undefined {
	const changed = [...changedSince(run, version), ...differs];
	if (changed.length === 0) return undefined;
	const { done } = verbsOf(node);
	const what = isOfAnotherOperation(run, version)
		? 'by another operation'
		: `when ${LIST.format(changed.map((path) => labelOf(path) ?? inWords(path)))} ${changed.length === 1 ? 'was' : 'were'} different`;
	return `Already ${done} in an earlier try, ${what}. It is not ${done} again.`;
}

/** The name of a parameter as labels are written. */
function inWords(path: string): string {
	const words = path
		.split('.')
		.at(-1)!
		.split(/(?=[A-Z])/);
	return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

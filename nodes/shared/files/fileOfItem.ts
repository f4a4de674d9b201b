// Which file of the workflow an item names.
import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { optionPath } from '../fields/field';
import { FILE_FIELD } from '../fields/fileFields';
import { timeZoneOption } from '../fields/sendingOptions';
import { isPrivateAddress } from '../rules/addresses';
import { countRecipients } from '../rules/lists';
import { EMPTY, isEmpty, problem, quoted, type Problem, type Read } from '../rules/reader';
import { serviceZone } from '../rules/timeZones';
import { instantOfParts } from '../rules/times';
import type { FinalizeRequest, RunItem } from '../service/connection';
import { inputError } from '../service/nodeErrors';
import {
	filePlaceholder,
	isFilePlaceholder,
	lifeProblem,
	linkLife,
	signedAddress,
	type FileUse,
} from './fileAddress';
import { readInputFile, type FileRule, type InputFile } from './inputFile';

/** The files of a run. Its items may share them, as may several tools of an agent. */
interface FilesOfRun {
	/**
	 * Checked files, by ID (by content until they are stored), names, types and rule: an expression
	 * gives each item a copy of a file.
	 */
	checked: Map<string, Promise<Read<InputFile>>>;
	/** Accepted files, by their placeholder. */
	taken: Map<string, InputFile>;
}

const runs = new WeakMap<object, FilesOfRun>();

/** In n8n (2.0 and 2.41), the contexts of a run's items share only its execution data. */
function filesOfRun(context: Pick<IExecuteFunctions, 'getExecuteData'>): FilesOfRun {
	const run = context.getExecuteData();
	const known = runs.get(run) ?? { checked: new Map(), taken: new Map() };
	runs.set(run, known);
	return known;
}

/**
 * Checks the file that an item names: its own binary data by name, or a node's by an expression
 * that reads its `.binary`. Data of an item is never a file: it could name one that is stored for
 * someone else.
 *
 * @param entered the name, or what the expression gave
 * @returns the file, or why it cannot be sent, as the rule of its field
 */
export async function fileOfItem(
	context: IExecuteFunctions,
	index: number,
	entered: unknown,
	rule: FileRule,
): Promise<Read<InputFile>> {
	if (isEmpty(entered)) return { problem: EMPTY };
	const unkept = rule.isFetchedLater && deletedAtEnd(context);
	if (unkept) return { problem: unkept };
	const { binary: own = {} } = context.getInputData()[index];
	const file = typeof entered === 'string' ? ownFile(own, entered.trim()) : entered;
	if (!isBinary(file)) return noSuchFile(entered, own);
	const isOfNode = OF_NODE.test(String(context.getNode().parameters.fileField));
	if (typeof entered !== 'string' && !isOfNode) return fromData;
	if (rule.isFetchedLater && isMovedAtEnd(context, file)) return upload;
	const { checked, taken } = filesOfRun(context);
	const { id, data, fileName, mimeType, fileExtension } = file;
	const key = JSON.stringify([id ?? data, fileName, mimeType, fileExtension, rule]);
	const known = checked.get(key) ?? readInputFile(context.helpers, file, rule);
	checked.set(key, known);
	const read = await known;
	// It may be gone the next time; a large file is not read for it.
	if ('problem' in read) checked.delete(key);
	else taken.set(filePlaceholder(read.value), read.value);
	return read;
}

function ownFile(own: Record<string, IBinaryData>, name: string): unknown {
	return Object.hasOwn(own, name) ? own[name] : undefined;
}

function noSuchFile(entered: unknown, binary: Record<string, IBinaryData>): Read<never> {
	const names = Object.keys(binary).map((name) => `"${name}"`);
	const has = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
	// What $binary gives of a file, without its content.
	const isOwn = typeof entered === 'object' && entered !== null && 'mimeType' in entered;
	return problem(
		`is ${quoted(entered)}, but the item has no file of that name`,
		isOwn
			? `Write the name of the field, such as data, without an expression (${has}).`
			: `Name one of the item's files (${has}), or write an expression such as {{ $("Read File").first().binary.data }}.`,
	);
}

/** An expression that takes the file from a node by name: no data decides which file it is. */
const OF_NODE =
	/^=\{\{\s*\$\((['"`])(?:(?!\1)[^\\])+\1\)\.(?:(?:first|last)\(\)|item|all\(\)\[(?:\d+|\$itemIndex)\])\.binary(?:\.\w+|\[(['"])[\w ()-]+\2\])\s*\}\}\s*$/;

const fromData = problem(
	'takes a file from data, which could name any stored file',
	"Name a field of the binary data of the item, or take the file from a node as {{ $('Read File').first().binary.data }}.",
);

/**
 * Whether n8n renames a stored file at the end of the execution, which breaks its URL: it does so
 * for uploads to a webhook or a form, perhaps of a calling workflow, but not for other triggers
 * (2.0 and 2.41, `restoreBinaryDataId`).
 */
function isMovedAtEnd(context: IExecuteFunctions, { id = '' }: IBinaryData): boolean {
	return id.includes('/executions/temp/') && !['manual', 'trigger'].includes(context.getMode());
}

const upload = problem(
	'names an upload, whose URL stops working when the execution ends',
	"Put 'Extract From File' (to base64) and 'Convert to File' before this node, and name the file they make.",
);

function isBinary(entered: unknown): entered is IBinaryData {
	if (typeof entered !== 'object' || entered === null) return false;
	const { mimeType, data } = entered as Partial<Record<keyof IBinaryData, unknown>>;
	return typeof mimeType === 'string' && typeof data === 'string';
}

/**
 * Why n8n deletes the file at the end of the execution (`execution-lifecycle-hooks`, 2.0 and 2.41),
 * as far as a node can see: not what the environment sets for all workflows, and nothing on n8n
 * 2.0.
 */
function deletedAtEnd(context: IExecuteFunctions): Problem | undefined {
	const { getWorkflowSettings } = context as Partial<IExecuteFunctions>;
	const settings = getWorkflowSettings?.call(context) ?? {};
	const isUnkept =
		context.getMode() === 'manual'
			? settings.saveManualExecutions === false
			: [settings.saveDataSuccessExecution, settings.saveDataErrorExecution].includes('none');
	return isUnkept
		? {
				rule: 'names a file that n8n deletes when the execution ends, because the workflow does not save its executions',
				fix: "Have executions saved in the settings of the workflow, or set 'File From' to Link.",
			}
		: undefined;
}

/** Whether a node's files come from its input, not from links. */
export function isFromInput(context: IExecuteFunctions): boolean {
	return context.getNode().parameters.fileFrom === 'input';
}

/** Warns if the service cannot open n8n's URLs of files; undefined if it may, and for links. */
export function localFileHint(context: IExecuteFunctions): string | undefined {
	const { content = 'file' } = context.getNode().parameters;
	if (content !== 'file' || !isFromInput(context)) return undefined;
	const address = context.getInstanceBaseUrl();
	if (!URL.canParse(address) || !isPrivateAddress(address)) return undefined;
	return `The URL of the file begins with ${new URL(address).origin}, which the service cannot open. Set N8N_WEBHOOK_URL (WEBHOOK_URL before 2.41) of n8n to its public URL, or set 'File From' to Link.`;
}

/**
 * Puts the URL of the file into the request of an item. Leaves requests without a file of the
 * workflow alone. Throws NodeOperationError for a file that cannot be sent.
 */
export const signFile: FinalizeRequest = (item, body) => {
	const { fileurl } = body;
	const file = isFilePlaceholder(fileurl) ? filesOfRun(item.context).taken.get(fileurl) : undefined;
	if (file === undefined) return { body, extraOutput: {} };
	const use = useOf(item, body);
	const unkept = lifeProblem(use);
	if (unkept) throw inputError(item.node, [{ field: FILE_FIELD, ...unkept }], item.index);
	const signed = signedAddress(item.context, file, linkLife(use));
	return { body: { ...body, fileurl: signed }, extraOutput: {} };
};

function useOf(item: RunItem, body: IDataObject): FileUse {
	const zone = item.parameter(optionPath(timeZoneOption), '');
	return {
		now: Date.now(),
		startsAt: instantOfParts(body, serviceZone(zone)),
		...(body.pid === undefined ? { recipients: Math.max(1, countRecipients(body)) } : {}),
		body,
	};
}

import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isPrivateAddress } from '../rules/addresses';
import { EMPTY, isEmpty, problem, type Problem, type Read } from '../rules/reader';
import {
	noSuchFile,
	readInputFile,
	seeInputFile,
	type FileRule,
	type InputFile,
	type SeenFile,
} from './inputFile';
import { canSign } from './fileAddress';
import { FILE_FROM } from '../fields/fileFields';
import { inputError } from '../service/nodeErrors';

/**
 * Files that were checked, by their id or, until they are stored, by their content, by what they are called,
 * and by the rule they were checked with: many items may have the same one, and an expression gives each of
 * them a copy of it. Several tools of an agent may share a run.
 */
const filesOfRun = ofRun(() => new Map<string, Promise<Read<SeenFile>>>());

/** What an item names as its file. */
interface NamedFile {
	item: INodeExecutionData;
	/** The name of a field of its binary data, or a file itself that an expression gave. */
	entered: unknown;
	/** n8n's own search for the binary data of a name; throws when there is none. */
	find(name: string): IBinaryData;
}

/**
 * Checks the file an item names.
 *
 * @returns the file, or why it cannot be sent, as the rule of the field that names it
 */
export async function fileOfItem(
	context: IExecuteFunctions,
	named: NamedFile,
	rule: FileRule,
): Promise<Read<InputFile>> {
	if (isEmpty(named.entered)) return { problem: EMPTY };
	if (!canSign(context)) return tooOld;
	const unkept = rule.isFetchedLater && deletedAtEnd(context);
	if (unkept) return { problem: unkept };
	const binary = binaryOf(named);
	if (binary === undefined) return noSuchFile(named.entered, named.item.binary);
	const origin = originOf(context, named, binary);
	if (origin !== undefined) return origin;
	const files = filesOfRun(context);
	const { id, data, fileName, mimeType, fileExtension } = binary;
	const key = JSON.stringify([id ?? data, fileName, mimeType, fileExtension, rule]);
	const known =
		files.get(key) ?? seeInputFile(context.helpers, binary, rule, context.getExecutionId());
	files.set(key, known);
	const seen = await known;
	if ('value' in seen) return readInputFile(binary, seen.value, rule);
	// It may be gone the next time; a large file is not read for it.
	files.delete(key);
	return seen;
}

const tooOld = problem(
	"names a file of the workflow, for which this version of n8n can't make a URL",
	"Update n8n, or set 'File From' to Link.",
);

function binaryOf({ entered, find }: NamedFile): IBinaryData | undefined {
	if (isBinary(entered)) return entered;
	if (typeof entered !== 'string') return undefined;
	try {
		const found: unknown = find(entered.trim());
		// n8n finds what every object has, such as "constructor".
		return isBinary(found) ? found : undefined;
	} catch {
		return undefined;
	}
}

/** Where n8n (1.123, 2.0 and 2.41) keeps a file, without a part that leads elsewhere. */
const STORED = /^[\w-]+:workflows\/([\w-]+)\/executions\/([\w-]+)\/binary_data\/[\w-]+$/;

/** An expression that takes the file from a node by its name: no data decides which one it gives. */
const OF_NODE =
	/^=\{\{\s*\$\((['"`])(?:(?!\1)[^\\])+\1\)\.(?:(?:first|last)\(\)|item|all\(\)\[(?:\d+|\$itemIndex)\])\.binary(?:\.\w+|\[(['"])[\w ()-]+\2\])\s*\}\}\s*$/;

/**
 * What is wrong with where a stored file comes from: data that names one may name the file of another
 * workflow, or of another execution.
 *
 * @returns undefined for a file of the item, or of a node of this execution
 */
function originOf(
	context: IExecuteFunctions,
	{ item, entered }: NamedFile,
	{ id, data }: IBinaryData,
): { problem: Problem } | undefined {
	const isOwn = (own: IBinaryData) => own.id === id && (id !== undefined || own.data === data);
	const saved = String(context.getNode().parameters.fileField);
	const isNamed = typeof entered === 'string' || OF_NODE.test(saved);
	if (Object.values(item.binary ?? {}).some(isOwn)) return undefined;
	if (id === undefined) return isNamed ? undefined : fromData;
	const [, workflow, execution] = STORED.exec(id) ?? [];
	if (workflow !== context.getWorkflow().id) return foreign;
	if (execution === context.getExecutionId()) return undefined;
	if (execution !== 'temp') return foreign;
	// The path of an upload does not say of which execution it is. Where a workflow keeps files in the data of
	// the items, it is found there by its path alone.
	return isNamed ? undefined : upload;
}

const fromData = problem(
	'returns a file that is not in the binary data of this item',
	"Name a field of the binary data of the item, or take the file from a node as {{ $('Read File').first().binary.data }}.",
);

const foreign = problem(
	'names a stored file that belongs neither to this item nor to this execution',
	'Name a field of the binary data of the item, or take the file from a node of this workflow.',
);

const upload = problem(
	'names an upload that is not in the binary data of this item, and its execution is not known',
	"Pass the file on to this node and name its field, or take it from the node as {{ $('Webhook').first().binary.data }}.",
);

function isBinary(entered: unknown): entered is IBinaryData {
	if (typeof entered !== 'object' || entered === null) return false;
	const { mimeType, data } = entered as Partial<Record<keyof IBinaryData, unknown>>;
	return typeof mimeType === 'string' && typeof data === 'string';
}

/**
 * Whether n8n deletes the file when the execution ends, well or not (`execution-lifecycle-hooks`, 1.123,
 * 2.0 and 2.41), as far as a node can know: what the environment sets for all workflows it cannot read, and on
 * n8n 2.0 nothing.
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

/**
 * Whether an item has a file at all: a call only where that is its content, which an expression may decide
 * for each item; operations without such a choice always.
 *
 * @param read reads a parameter of the item
 */
export function isFileContent(read: (name: string, fallback: string) => unknown): boolean {
	return read('content', 'file') === 'file';
}

/**
 * Whether a node's files come from its input, or by links.
 *
 * The field takes no expression, but a workflow that was imported may hold one: n8n 1.123 and 2.0 evaluate
 * it, 2.41 hands on its text.
 *
 * @throws NodeOperationError for anything but one of the two, so that no file is left out without saying so
 */
export function isFromInput(context: IExecuteFunctions, item = 0): boolean {
	const { fileFrom = 'link' } = context.getNode().parameters;
	if (fileFrom === 'input' || fileFrom === 'link') return fileFrom === 'input';
	const rule = "must be 'Input Data Field' (input) or 'Link' (link), and takes no expression";
	const fix = 'Choose one of the two; where items differ, use a Switch with a node for each.';
	throw inputError(context.getNode(), [{ field: FILE_FROM, rule, fix }], item);
}

/**
 * Says that the service cannot open n8n's URLs of files; undefined where it may, and for files that are
 * linked.
 */
export function localFileHint(context: IExecuteFunctions): string | undefined {
	if (context.getNodeParameter('fileFrom', 0, 'link') !== 'input') return undefined;
	const hasFile = (item: number) =>
		isFileContent((name, fallback) => context.getNodeParameter(name, item, fallback));
	if (!context.getInputData().some((_, item) => hasFile(item))) return undefined;
	const { getInstanceBaseUrl } = context as Partial<IExecuteFunctions>;
	const address = getInstanceBaseUrl?.call(context) ?? '';
	if (!URL.canParse(address)) return undefined;
	if (!isPrivateAddress(address)) return undefined;
	return `The URL of the file begins with ${new URL(address).origin}, which the service cannot open. Set N8N_WEBHOOK_URL (WEBHOOK_URL before 2.41) of n8n to its public URL, or set 'File From' to Link.`;
}

/** The part of a context that all items of a run share. */
interface RunContext {
	getExecuteData(): object;
}

/**
 * Makes something that the items of one run share, and no other run sees. It is forgotten when the run ends.
 *
 * In n8n (1.123, 2.0 and 2.41) the contexts of a run's items have only its execution data in common.
 * Delete this when n8n gives hooks a place for a run.
 */
export function ofRun<T>(make: () => T): (context: RunContext) => T {
	const known = new WeakMap<object, T>();
	return (context) => {
		const run = context.getExecuteData();
		const found = known.get(run) ?? make();
		known.set(run, found);
		return found;
	};
}

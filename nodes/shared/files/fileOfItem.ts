import type {
	IBinaryData,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { ofRun } from '../engine/ofRun';
import { EMPTY, isEmpty, problem, type Problem, type Read } from '../validation/reader';
import { noSuchFile, readInputFile, type FileRule, type InputFile } from './inputFile';
import { canSign } from './signedAddress';

type Context = IExecuteFunctions | IExecuteSingleFunctions;

/** Files that were looked at, by their id or, until they are stored, by what holds them: many items may have the same one. */
const filesOfRun = ofRun(() => new Map<string | IBinaryData, Promise<Read<InputFile>>>());

/** What an item names as its file. */
export interface NamedFile {
	item: INodeExecutionData;
	/** The name of a field of its binary data, or a file itself that an expression gave. */
	entered: unknown;
	/** n8n's own search for the binary data of a name; throws when there is none. */
	find(name: string): IBinaryData;
}

/**
 * Looks at the file an item names.
 *
 * @returns the file, or why it cannot be sent, as the rule of the field that names it
 */
export async function fileOfItem(
	context: Context,
	named: NamedFile,
	rule: FileRule,
): Promise<Read<InputFile>> {
	if (isEmpty(named.entered)) return { problem: EMPTY };
	if (!canSign(context)) return tooOld;
	const unkept = rule.isFetchedLater && deletedAtEnd(context);
	if (unkept) return { problem: unkept };
	const binary = binaryOf(named);
	if (binary === undefined) return noSuchFile(named.entered, named.item.binary);
	const files = filesOfRun(context);
	const key = binary.id ?? binary;
	const known = files.get(key) ?? readInputFile(context.helpers, binary, rule);
	files.set(key, known);
	return await known;
}

const tooOld = problem(
	'names a file of the workflow, which this version of n8n has no address for',
	"Update n8n, or set 'File From' to Link.",
);

function binaryOf({ entered, find }: NamedFile): IBinaryData | undefined {
	if (isBinary(entered)) return entered;
	if (typeof entered !== 'string') return undefined;
	try {
		return find(entered.trim());
	} catch {
		return undefined;
	}
}

function isBinary(entered: unknown): entered is IBinaryData {
	return (
		typeof entered === 'object' && entered !== null && 'mimeType' in entered && 'data' in entered
	);
}

/**
 * Whether n8n deletes the file when the execution ends (`execution-lifecycle-hooks`, 1.123, 2.0 and
 * 2.41), as far as a node can know: what the environment sets for all workflows it cannot read, and on
 * n8n 2.0 nothing.
 */
function deletedAtEnd(context: Context): Problem | undefined {
	const { getWorkflowSettings } = context as Partial<Context>;
	const settings = getWorkflowSettings?.call(context) ?? {};
	const isUnkept =
		context.getMode() === 'manual'
			? settings.saveManualExecutions === false
			: settings.saveDataSuccessExecution === 'none';
	return isUnkept
		? {
				rule: 'names a file that n8n deletes when the execution ends, because the workflow does not save its executions',
				fix: "Have executions saved in the settings of the workflow, or set 'File From' to Link.",
			}
		: undefined;
}

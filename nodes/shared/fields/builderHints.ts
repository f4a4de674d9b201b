import type { IBuilderHint } from 'n8n-workflow';

/** What n8n's search for nodes tells a model that builds workflows (2.41; older versions ignore it). */

/** Of every node: what becomes of items that fail. */
const FAILED_ITEMS =
	"With the node's setting onError 'continueErrorOutput', each item that fails leaves by the second output with its own fields and an 'error', and the others go on by the first.";

/**
 * The hint of a node.
 *
 * @param hint which operation to take for what
 * @param relatedNodes names of node types of this package, and what each is for beside this one
 */
export function builderHint(hint: string, relatedNodes: Record<string, string> = {}): IBuilderHint {
	return {
		searchHint: `${hint} ${FAILED_ITEMS}`,
		relatedNodes: Object.entries(relatedNodes).map(([name, relationHint]) => ({
			nodeType: `n8n-nodes-extapi.${name}`,
			relationHint,
		})),
	};
}

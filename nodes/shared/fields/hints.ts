// What n8n's search for nodes tells a model that builds workflows (2.41; older versions ignore it).
import type { IBuilderHint } from 'n8n-workflow';

/** Of every node: what becomes of items, and of those that fail. */
const FAILED_ITEMS =
	"What sends or changes something has the field outcome: only items where it is 'accepted' were sent or changed; 'preview', 'test', 'leftOut', 'alreadySent', 'refused', 'notTried' and 'unknown' were not, or may not have been. With the node's setting onError 'continueErrorOutput', each item that fails is in the second output with its own fields and an 'error', and the others are in the first.";

/** The hint of a node: which operation to take for what, and what other node types of this package are for. */
export function builderHint(hint: string, relatedNodes: Record<string, string> = {}): IBuilderHint {
	return {
		searchHint: `${hint} ${FAILED_ITEMS}`,
		relatedNodes: Object.entries(relatedNodes).map(([name, relationHint]) => ({
			nodeType: `n8n-nodes-extapi.${name}`,
			relationHint,
		})),
	};
}

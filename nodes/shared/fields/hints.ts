// What n8n's search for nodes tells a model that builds workflows (2.41; ignored before).
import type { IBuilderHint } from 'n8n-workflow';

/** For every node: what becomes of items, also of those that fail. */
const FAILED_ITEMS =
	"What sends or changes something has the field outcome: only items where it is 'accepted' were sent or changed; 'preview', 'test', 'leftOut', 'alreadySent', 'refused', 'notTried' and 'unknown' were not, or may not have been. With the node's setting onError 'continueErrorOutput', each item that fails is in the second output with its own fields and an 'error', and the others are in the first.";

/** The hint of a node: which operation does what, and what related nodes are for. */
export function builderHint(hint: string, relatedNodes: Record<string, string> = {}): IBuilderHint {
	return {
		searchHint: `${hint} ${FAILED_ITEMS}`,
		relatedNodes: Object.entries(relatedNodes).map(([name, relationHint]) => ({
			nodeType: `n8n-nodes-extapi.${name}`,
			relationHint,
		})),
	};
}

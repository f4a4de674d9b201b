import type { INode } from 'n8n-workflow';

/** Tells whether an AI agent uses the node: n8n gives the tool of a node a type of its own. */
export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool');
}

/**
 * The message of an error. A model sees nothing else of it, so for a tool it says the fix too.
 *
 * @param description how to fix it, in sentences
 */
export function messageForModel(node: INode, message: string, description: string): string {
	return isTool(node) && !message.includes(description) ? `${message}. ${description}` : message;
}

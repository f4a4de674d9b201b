import type { WorkflowJson } from './types';

/** A node to put behind the others. */
export interface Step {
	name: string;
	/** Full node type, for example `n8n-nodes-extapi.extApiSms`. */
	type: string;
	parameters: Record<string, unknown>;
	typeVersion?: number;
	/** Node settings, such as `onError` and `retryOnFail`. */
	settings?: Record<string, unknown>;
}

/** Name of the manual trigger every chain starts with. */
export const START = 'Start';

/** A node that makes items with n8n's Code node, the quickest source of many. */
export function itemsStep(code: string): Step {
	return {
		name: 'Items',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: code },
	};
}

/** A workflow of nodes one after the other, behind a manual trigger or the given first step. */
export function chain(name: string, steps: Step[], first?: Step): WorkflowJson {
	const start = first ?? {
		name: START,
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		parameters: {},
	};
	const all = [start, ...steps];
	return {
		name,
		settings: { executionOrder: 'v1' },
		nodes: all.map(({ settings, typeVersion = 1, type, ...step }, index) => ({
			...step,
			type,
			typeVersion,
			id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
			position: [index * 220, 0],
			...(type.startsWith('n8n-nodes-extapi.')
				? { credentials: { extApi: { id: '', name: '' } } }
				: {}),
			...settings,
		})),
		connections: Object.fromEntries(
			all
				.slice(1)
				.map((step, index) => [
					all[index].name,
					{ main: [[{ node: step.name, type: 'main', index: 0 }]] },
				]),
		),
	};
}

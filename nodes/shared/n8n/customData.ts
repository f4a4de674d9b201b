import type { IExecuteFunctions, IWorkflowDataProxyAdditionalKeys } from 'n8n-workflow';

/** More is cut by n8n, which logs an error (2.0 and 2.41, `execution-metadata`). */
const LONGEST_VALUE = 255;

/**
 * Makes an execution findable in n8n's list by the codes of its campaigns and by their Campaign Keys. One entry of n8n's custom
 * data for each, because n8n keeps ten, which are the person's. Nothing happens where n8n has no custom
 * data. Delete this when n8n's list can be searched by what nodes output.
 */
export function makeFindable(
	context: IExecuteFunctions,
	sent: Array<{ taskId?: unknown; key?: string }>,
): void {
	if (sent.length === 0) return;
	const { $execution }: IWorkflowDataProxyAdditionalKeys = context.getWorkflowDataProxy(0);
	const add = (name: string, values: unknown[]) => {
		const known = $execution?.customData?.get(name)?.split(',') ?? [];
		const text = [...new Set([...known, ...values.filter(Boolean)])].join(',');
		const end = text.length > LONGEST_VALUE ? text.lastIndexOf(',', LONGEST_VALUE) : text.length;
		if (end > 0) $execution?.customData?.set(name, text.slice(0, end));
	};
	add(
		'extapi_campaign',
		sent.map(({ taskId }) => taskId),
	);
	add(
		'extapi_campaign_key',
		sent.map(({ key }) => key),
	);
}

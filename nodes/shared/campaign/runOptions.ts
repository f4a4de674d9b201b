import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { UnknownOutcome } from '../descriptions/unknownOutcomeOption';
import type { SendTo } from './campaignKind';
import { readable } from './parameters';

/** What the options say about the run as a whole. Each is read once, for the first item. */
export interface RunOptions {
	sendTo: SendTo;
	allowManyCampaigns: boolean;
	checkBalance: boolean;
	duplicates: 'once' | 'each';
	onlyEstimate: boolean;
	output: 'campaign' | 'recipient';
	severalPerList: boolean;
	unknownOutcome: UnknownOutcome;
	waitForCompletion: boolean;
}

/**
 * Reads all options of a run before anything leaves: one that cannot be read must not be found out
 * after sending.
 *
 * @param fields the operation's fields, for the display names
 * @throws NodeOperationError when the expression of one fails
 */
export function readRunOptions(context: IExecuteFunctions, fields: INodeProperties[]): RunOptions {
	const labels = new Map(
		fields.flatMap(({ options = [] }) =>
			options.flatMap((option) =>
				'displayName' in option ? [[option.name, option.displayName] as const] : [],
			),
		),
	);
	const read = <T>(name: string, fallback: T): T =>
		readable(context, labels.get(name) ?? name, () => runOption(context, name, fallback));
	const options: RunOptions = {
		sendTo: readable(
			context,
			'Send To',
			() => context.getNodeParameter('sendTo', 0, 'items') as SendTo,
		),
		allowManyCampaigns: read('allowManyCampaigns', false),
		checkBalance: read('checkBalance', false),
		duplicates: read('duplicates', 'once'),
		onlyEstimate: read('onlyEstimate', false),
		output: read('output', 'campaign'),
		severalPerList: read('severalPerList', false),
		unknownOutcome: read('unknownOutcome', 'stop'),
		waitForCompletion: read('waitForCompletion', false),
	};
	if (options.waitForCompletion) read<unknown>('waitLimit', 0);
	return options;
}

/** Reads an option of the node that holds for the whole run, whatever the item. */
export function runOption<T>(context: IExecuteFunctions, name: string, fallback: T): T {
	return context.getNodeParameter(`options.${name}`, 0, fallback) as T;
}

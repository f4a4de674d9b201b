import type { IDataObject } from 'n8n-workflow';

import type { AcceptedReply } from '../../shared/run/acceptedReply';
import type { OutcomeReader } from './contactOutcome';
import { readContactReply } from './contactReply';
import { undocumentedError } from './undocumentedError';
import type { RunItem } from '../../shared/service/runItem';

/**
 * The output of adding or removing: the data of one item per phone number, with the reason list it is
 * in or `OK` (specification, "Contacts").
 *
 * @param outcome what a result means for the operation
 * @throws NodeApiError for a reply that leaves open what became of the numbers
 */
export function contactResults(outcome: OutcomeReader) {
	return (
		reply: AcceptedReply,
		{ node, index: item }: RunItem,
		request: IDataObject,
		isRepeat: boolean,
	): IDataObject[] => {
		const read = readContactReply(reply, String(request.list ?? '').split(','));
		if ('undocumented' in read) {
			throw undocumentedError(node, read.undocumented, item);
		}
		return [...read.results].map(([phone, result]) => ({
			phone,
			result,
			...outcome(result, { body: request, isRepeat }),
		}));
	};
}

// The words of the column outcome.
import type { NodeApiError } from 'n8n-workflow';

/** The first output column of everything that sends or changes something. */
export const OUTCOME = 'outcome';

/**
 * What became of an input row, in one word, so that a workflow need not combine columns:
 *
 * - `accepted`: the service accepted it, in this try or in an earlier one of the same run.
 * - `refused`: certainly not done: a rule or the service refused it, or it was never sent. The
 *   column `error` says why, or `result` for a result code that is no error.
 * - `leftOut`: by the option "Leave Out", or not part of what was approved.
 * - `alreadySent`: it was sent before, by its Campaign Key or its approval.
 * - `unknown`: the service may have done it.
 * - `notTried`: another row kept it back.
 * - `preview`: what would be sent.
 * - `test`: its message was sent to the test numbers, not to its recipient.
 */
export type RowOutcome =
	'accepted' | 'refused' | 'leftOut' | 'alreadySent' | 'unknown' | 'notTried' | 'preview' | 'test';

/** What an error can say of its row. */
export type OutcomeOfError = Extract<RowOutcome, 'refused' | 'unknown' | 'notTried'>;

/** What an error says of its row; refused unless it says otherwise. */
export function outcomeOfError(error: object): OutcomeOfError {
	const outcome: unknown = (error as Partial<NodeApiError>).context?.outcome;
	return outcome === 'unknown' || outcome === 'notTried' ? outcome : 'refused';
}

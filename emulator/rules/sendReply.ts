import type { Outcome } from '../protocol/reply';
import type { Recipients } from './recipients';

/** The reply to an accepted send; with `validate` also the count of numbers, or `valid` for distribution lists. */
export function sendReply(taskId: string, validated?: Recipients): Outcome {
	if (validated === undefined) return { plain: `OK ${taskId}`, data: { taskId }, taskId };
	if (validated.kind === 'pid') {
		return { plain: `OK VALID ${taskId}`, data: { taskId, valid: true }, taskId };
	}
	const count = validated.phones.length;
	return { plain: `OK ${count} ${taskId}`, data: { taskId, count }, taskId };
}

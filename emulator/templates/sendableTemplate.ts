import { ServiceError } from '../protocol/serviceError';
import type { Template } from '../state/template';

/** Refuses a template that is not approved, or whose stored data is missing or outdated (specification, `issue`). */
export function requireSendable({ status, needsResync }: Template): void {
	if (status !== 'APPROVED') throw new ServiceError(`template is not approved (${status})`);
	if (needsResync) throw new ServiceError('template needs resync (needs_resync)');
}

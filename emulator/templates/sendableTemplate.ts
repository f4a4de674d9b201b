import type { Params } from '../protocol/params';
import { ServiceError } from '../protocol/serviceError';
import type { Account } from '../state/account';
import type { Template } from '../state/template';

/**
 * The template a send names in the parameter `name`. Refuses one the account does not have, one that is not approved, and
 * one whose stored data is missing or outdated (specification, "The template object", `issue`).
 */
export function readSendableTemplate(params: Params, name: string, account: Account): Template {
	params.required(name);
	const code = params.code(name);
	const template = account.templates.find((candidate) => candidate.code === code);
	if (template === undefined) throw new ServiceError(`template not found (code ${code})`);
	const { status, needsResync } = template;
	if (status !== 'APPROVED') throw new ServiceError(`template is not approved (${status})`);
	if (needsResync) throw new ServiceError('template needs resync (needs_resync)');
	return template;
}

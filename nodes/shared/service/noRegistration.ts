import type { IHookFunctions } from 'n8n-workflow';

/** The service has no subscriptions to make or remove: every send carries the address it is to notify. */
async function nothingToDo(this: IHookFunctions): Promise<boolean> {
	return true;
}

/** What n8n calls when a workflow with a webhook of this package is activated or deactivated. */
export const noRegistration = {
	default: { checkExists: nothingToDo, create: nothingToDo, delete: nothingToDo },
};

import type { Outcome } from '../protocol/reply';
import { ServiceError } from '../protocol/serviceError';
import { identify, isAllowed, type Actor } from '../rules/authorize';
import type { CampaignStatus } from '../state/campaign';
import type { Call, Endpoint } from './endpoint';

/** Any one of these permissions is enough. */
const permissions = ['sms', 'voice', 'chat'] as const;
const withUnsent: CampaignStatus[] = ['cancel', 'error', 'noMsgLeft', 'abort', 'limit'];

/** Campaign status and deletion (specification, "Follow a campaign"). */
export const taskStatus: Endpoint = {
	name: 'taskStatus',
	action: (params) => (params.raw('act') === 'del' ? 'del' : 'checkstatus'),
	handle: (call) => {
		const actor = identify(call);
		requireOne(actor);
		const tid = call.params.required('tid');
		const refusesWords = call.service.settings.wrongTid === 'error';
		if (refusesWords && !/^\d+$/.test(tid)) throw new ServiceError('tid must be a number');
		const act = call.params.oneOf('act', ['status', 'del']) ?? 'status';
		return act === 'del' ? remove(call, actor, tid) : status(call, actor, tid);
	},
};

function requireOne(actor: Actor): void {
	if (!permissions.some((permission) => isAllowed(actor, permission))) {
		throw new ServiceError('permission denied for SMS, telephony or chat-channel services');
	}
}

function status({ service }: Call, actor: Actor, tid: string): Outcome {
	const campaign = service.findSaved(tid, actor.account.id, actor.subAdmin?.suid);
	if (campaign === undefined) return { plain: 'na', data: { taskStatus: 'na' } };
	const unsent = withUnsent.includes(campaign.status) ? service.runner.spell(campaign.notSent) : [];
	if (unsent.length === 0) {
		return { plain: campaign.status, data: { taskStatus: campaign.status } };
	}
	return {
		plain: `${campaign.status}\n${unsent.join(',')}`,
		data: { taskStatus: campaign.status, notSent: unsent },
	};
}

function remove({ service }: Call, actor: Actor, tid: string): Outcome {
	const campaign = service.findSaved(tid, actor.account.id, actor.subAdmin?.suid);
	if (campaign?.status !== 'pending') throw new ServiceError('campaign not found or not pending');
	campaign.deleted = true;
	return { plain: 'OK' };
}

import { oneWord, type Outcome } from '../protocol/reply';
import { ServiceError } from '../protocol/serviceError';
import { authorize, type Actor } from '../rules/authorize';
import type { Balance, SubAdmin } from '../state/account';
import { actAsSent, type Call, type Endpoint } from './endpoint';

/** Sub-admin balances (specification, Sub-admin balance). */
export const manageSu: Endpoint = {
	name: 'manageSu',
	action: actAsSent,
	handle: (call) => {
		const actor = authorize(call, ['subadmins']);
		const { params } = call;
		const subAdmin = findSubAdmin(call, actor);
		params.required('act');
		const act = params.oneOf('act', ['creditupdate', 'creditcheck']);
		params.required('type');
		const unit = params.oneOf('type', ['sms', 'vms']) ?? 'sms';
		return act === 'creditupdate' ? update(call, actor, subAdmin, unit) : credit(subAdmin, unit);
	},
};

function findSubAdmin({ params }: Call, { account }: Actor): SubAdmin {
	const code = params.required('suid');
	const subAdmin = /^\d{1,15}$/.test(code) ? account.subAdmins.get(Number(code)) : undefined;
	if (subAdmin === undefined) throw new ServiceError('sub-user not found');
	return subAdmin;
}

function credit({ balance }: SubAdmin, unit: keyof Balance): Outcome {
	return { plain: `OK ${balance[unit]}`, data: { credit: balance[unit] } };
}

/**
 * Moves messages between the main account and the sub-admin. After a change of price only taking the whole balance back
 * is possible; without a balance the change is settled.
 */
function update({ params }: Call, actor: Actor, subAdmin: SubAdmin, unit: keyof Balance): Outcome {
	const text = params.required('amount');
	const amount = Number(text);
	if (!/^[+-]?\d{1,15}$/.test(text) || amount === 0) {
		throw new ServiceError('amount must be an integer other than 0');
	}
	const { balance } = subAdmin;
	const settled = balance[unit] === 0 || amount === -balance[unit];
	if (subAdmin.priceChanged.includes(unit) && !settled) return oneWord('PRICE_CHANGED');
	if (amount < 0 && -amount > balance[unit]) return oneWord('AMOUNT_MISMATCH');
	if (amount > actor.account.balance[unit]) return oneWord('NOT_ENOUGH_CREDIT');
	balance[unit] += amount;
	actor.account.balance[unit] -= amount;
	subAdmin.priceChanged = subAdmin.priceChanged.filter((changed) => changed !== unit);
	return credit(subAdmin, unit);
}

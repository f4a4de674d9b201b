import type { IDataObject } from 'n8n-workflow';

/** What the meaning of a result depends on, beside the result. */
export interface ResultContext {
	/** The request as it was sent, by wire name. */
	body: IDataObject;
	/** True when an earlier request for the same contact may have been carried out unseen. */
	isRepeat: boolean;
}

/** What a result means for an operation, in booleans a person can branch on; null is not known. */
export type OutcomeReader = (result: string, context: ResultContext) => IDataObject;

/** Parameters of a request that are no fields of the contact. */
const NO_FIELDS = new Set(['act', 'pid', 'list', 'unblock', 'update']);

const REPEATED =
	'The answer to an earlier request for this contact was lost, so what that request changed is not known.';

/**
 * What a result of adding means. Claims no more than the specification says: it lets the service
 * answer an overwrite with `OK` as well as with `ALREADY_REG`, so `OK` with `update` leaves open
 * whether the contact was new (section "Contacts").
 *
 * - `added`: the contact was not registered before.
 * - `updated`: it was, and fields of this item were written over its own.
 * - `blocked`: the number stays blocked, in the list or in the whole account.
 * - `registered`: the number is in the list now.
 */
export const addOutcome: OutcomeReader = (result, { body, isRepeat }) => {
	const overwrites = body.update === 1;
	const writesFields = overwrites && Object.keys(body).some((wire) => !NO_FIELDS.has(wire));
	const existed = result === 'ALREADY_REG';
	const isOpen = isRepeat && (existed || result === 'ACTION_ERROR');
	const isOk = result === 'OK';
	return {
		added: isOpen || (isOk && overwrites) ? null : isOk,
		updated: writesFields && (isOpen || isOk) ? null : writesFields && existed,
		blocked: result === 'BLOCKED',
		registered: result === 'ACTION_ERROR' ? null : isOk || existed,
		...(isOpen ? { note: REPEATED } : {}),
	};
};

/** What a result of removing means: `removed` says that this item took the contact out of the list. */
export const removeOutcome: OutcomeReader = (result, { isRepeat }) => {
	const isOpen = isRepeat && (result === 'NOT_REG' || result === 'ACTION_ERROR');
	return {
		removed: isOpen ? null : result === 'OK',
		...(isOpen ? { note: REPEATED } : {}),
	};
};

import type { Params } from '../protocol/params';
import { ServiceError } from '../protocol/serviceError';
import type { Account, Balance, Permission, SubAdmin, Token } from '../state/account';
import type { State } from '../state/state';

/** What a call says of who makes it. */
export interface Caller {
	params: Params;
	/** Address of the caller, as allow-lists see it. */
	remoteIp: string;
	service: { state: State };
}

/** Who is calling: an account, or a sub-admin of it, with the balance that pays. */
export interface Actor {
	token: Token;
	account: Account;
	subAdmin?: SubAdmin;
	balance: Balance;
}

/** Texts of the refusals, for the endpoints whose words the specification gives. */
export interface AuthorizeTexts {
	missing: string;
	invalid: string;
	denied: (permission: Permission) => string;
	subDenied: (permission: Permission) => string;
	ip: string;
	account: string;
	subInactive: string;
}

const services: Record<Permission, string> = {
	sms: 'SMS services',
	voice: 'telephony services',
	chat: 'chat-channel services',
	lists: 'distribution lists',
	subadmins: 'sub-admin management',
	automations: 'automations',
};

const commonTexts: AuthorizeTexts = {
	missing: 'token invalid or missing',
	invalid: 'token invalid or missing',
	denied: (permission) => `permission denied for ${services[permission]}`,
	subDenied: (permission) => `sub-admin permission denied for ${services[permission]}`,
	ip: 'your IP is blocked',
	account: 'the account is not active',
	subInactive: 'sub-admin not active',
};

/**
 * Checks the token of a call (specification, conventions "refused token", "sub-admin token" and "allow-list") and says who is calling: token, allow-list, account,
 * sub-admin, then every permission in `needed`. Throws ServiceError in the endpoint's own words where `own` has them.
 */
export function authorize(
	call: Caller,
	needed: Permission[],
	own: Partial<AuthorizeTexts> = {},
): Actor {
	const actor = identify(call, own);
	requirePermissions(actor, needed, own);
	return actor;
}

/** Token, allow-list, account and sub-admin, without permissions. */
export function identify(call: Caller, own: Partial<AuthorizeTexts> = {}): Actor {
	const texts = { ...commonTexts, ...own };
	const { state } = call.service;
	const value = call.params.anyText('token');
	if (value === undefined) throw new ServiceError(texts.missing);
	const token = state.tokens.get(value);
	if (token === undefined) throw new ServiceError(texts.invalid);
	if (token.allowedIps !== undefined && !token.allowedIps.includes(call.remoteIp)) {
		throw new ServiceError(texts.ip);
	}
	const account = state.accountOf(token);
	if (!account.active) throw new ServiceError(texts.account);
	if (token.suid === undefined) return { token, account, balance: account.balance };
	const subAdmin = account.subAdmins.get(token.suid);
	if (!subAdmin?.active) throw new ServiceError(texts.subInactive);
	return { token, account, subAdmin, balance: subAdmin.balance };
}

/** Whether the token has a permission and, for a sub-admin, the sub-admin too. */
export function isAllowed({ token, subAdmin }: Actor, permission: Permission): boolean {
	return (
		token.permissions.includes(permission) &&
		(subAdmin === undefined || subAdmin.permissions.includes(permission))
	);
}

/** Every permission must be the token's and, for a sub-admin, the sub-admin's own. */
export function requirePermissions(
	actor: Actor,
	needed: Permission[],
	own: Partial<AuthorizeTexts> = {},
): void {
	const texts = { ...commonTexts, ...own };
	for (const permission of needed) {
		if (!actor.token.permissions.includes(permission)) {
			throw new ServiceError(texts.denied(permission));
		}
		if (actor.subAdmin && !actor.subAdmin.permissions.includes(permission)) {
			throw new ServiceError(texts.subDenied(permission));
		}
	}
}

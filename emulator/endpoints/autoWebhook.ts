import type { Params } from '../protocol/params';
import type { Readings } from '../protocol/readings';
import { ServiceError } from '../protocol/serviceError';
import { authorize, type Actor, type AuthorizeTexts } from '../rules/authorize';
import { israelDateTime, israelClock, israelTime } from '../rules/israelTime';
import { normalisePhoneField } from '../rules/phones';
import type { Automation, RateLimit } from '../state/automation';
import type { Call, Endpoint } from './endpoint';

const texts: Partial<AuthorizeTexts> = {
	missing: 'Missing token parameter',
	invalid: 'Invalid token',
	denied: () => 'Automation permission denied',
	subDenied: () => 'Automation permission denied',
	ip: 'IP not allowed',
	account: 'Automation service not active',
	subInactive: 'Sub user not active',
};

const periodMs: Record<RateLimit['per'], number> = {
	minute: 60_000,
	hour: 3_600_000,
	day: 86_400_000,
};

/** Automation trigger (specification, Run an automation). */
export const autoWebhook: Endpoint = {
	name: 'autoWebhook',
	action: () => undefined,
	detectsMode: true,
	handle: (call) => {
		const { settings, state } = call.service;
		if (settings.callerIpUnknown) throw new ServiceError('No IP', 'plain');
		if (settings.systemFault) throw new ServiceError('system 1, please call the support');
		const actor = authorize(call, ['automations'], texts);
		if (!actor.account.services.automations)
			throw new ServiceError('Automation service not active');
		const automation = findAutomation(call.params, actor);
		checkRate(call, actor, automation);
		const runId = state.newRunId();
		state.runs.push({
			runId,
			autoid: automation.autoid,
			accountId: actor.account.id,
			suid: actor.subAdmin?.suid,
			at: call.now,
			senderIp: call.remoteIp,
			variables: { ...fieldsOf(call, automation), ...ownVariables(call) },
		});
		return { plain: `OK ${runId}`, data: { taskId: runId }, taskId: runId };
	},
};

function findAutomation(params: Params, { account, subAdmin }: Actor): Automation {
	const id = params.anyText('autoid');
	if (id === undefined || !/^\d{1,15}$/.test(id)) {
		throw new ServiceError('Missing or invalid autoId parameter');
	}
	const automation = account.automations.find(({ autoid }) => autoid === Number(id));
	const usable =
		automation?.condition === 'active' &&
		automation.trigger === 'webhook' &&
		(subAdmin === undefined || automation.assignedTo.includes(subAdmin.suid));
	if (!usable) throw new ServiceError('Automation not found');
	if (automation.fields.length === 0) throw new ServiceError('Automation has no field definitions');
	return automation;
}

/** The limit counts the runs of one sender IP in the last minute, hour or day. */
function checkRate(
	{ now, remoteIp, service }: Call,
	{ account }: Actor,
	{ autoid, rateLimit }: Automation,
): void {
	if (rateLimit === undefined) return;
	const since = now - periodMs[rateLimit.per];
	const recent = service.state.runs.filter(
		(run) =>
			run.autoid === autoid &&
			run.accountId === account.id &&
			run.senderIp === remoteIp &&
			run.at > since,
	);
	if (recent.length >= rateLimit.runs) throw new ServiceError('Rate limit exceeded');
}

/**
 * The declared fields that were sent, empty ones too; others are dropped. The trigger's list of errors is complete and has
 * none for a value that is no text, so a list or an object is kept as JSON.
 */
function fieldsOf({ params, service }: Call, { fields }: Automation): Record<string, string> {
	const variables: Record<string, string> = {};
	for (const name of fields) {
		const text = params.raw(name) === '' ? '' : params.anyText(name);
		const value = shorten(params, name, text, service.settings.longFields);
		if (value === undefined) continue;
		const isPhone = name.toLowerCase().includes('phone');
		variables[`trigger.${name}`] = isPhone ? normalisePhoneField(value) : value;
	}
	return variables;
}

const longest = 500;

/** "Each value at most 500 chars": what is longer is cut, dropped or refused. */
function shorten(
	params: Params,
	name: string,
	value: string | undefined,
	longFields: Readings['longFields'],
): string | undefined {
	if (value === undefined || params.countChars(value) <= longest) return value;
	if (longFields === 'refused') throw new ServiceError(`${name} must be up to ${longest} chars`);
	return longFields === 'cut' ? params.cut(value, longest) : undefined;
}

/** The service sets these last: a declared field of the same name loses. */
function ownVariables({ remoteIp, now }: Call): Record<string, string> {
	const { dayOfWeek, day } = israelTime(now);
	return {
		'trigger.webhookIp': remoteIp,
		'trigger.datetime': israelDateTime(now),
		'trigger.dayOfWeek': String(dayOfWeek),
		'trigger.dayOfMonth': String(day),
		'trigger.time': israelClock(now),
	};
}

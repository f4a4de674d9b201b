import { setTimeout as wait } from 'node:timers/promises';
import type { Call, Endpoint } from '../endpoints/endpoint';
import { acceptsWork } from '../faults/faults';
import { spoil, type RawReply } from '../faults/spoil';
import { checkDeclaredMethod, isJsonMode, type IncomingCall } from '../protocol/readCall';
import { renderError, renderOutcome, type Outcome, type RenderedReply } from '../protocol/reply';
import { ServiceError } from '../protocol/serviceError';
import type { Service } from '../service/service';

/**
 * Answers one request to a script of the service, fault included, and completes its record.
 *
 * @param remoteIp address of the caller as the service sees it
 * @param contentType as sent, for the record
 */
export async function answer(
	service: Service,
	endpoint: Endpoint,
	incoming: IncomingCall,
	remoteIp: string,
	contentType: string,
): Promise<RawReply> {
	const { mode, method, url, params, recorded: parameters, unread } = incoming;
	const now = service.clock.now();
	const record = service.requests.open({
		at: now,
		endpoint: endpoint.name,
		mode,
		method,
		url,
		contentType,
		parameters,
		remoteIp,
		...(unread === undefined ? {} : { unread }),
	});
	const fault = service.faults.take(endpoint.name, params);
	if (fault !== undefined) record.fault = fault.kind;
	if (fault?.kind === 'delay') await wait(fault.ms ?? 1000);

	const context = {
		json: isJsonMode(mode) || endpoint.alwaysJson === true,
		action: endpoint.action(params),
		remoteIp,
	};
	let rendered: RenderedReply = { contentType: 'text/plain; charset=utf-8', body: '' };
	if (fault === undefined || acceptsWork(fault)) {
		try {
			const outcome = await work(endpoint, incoming, { params, remoteIp, now, service });
			record.accepted = true;
			if (outcome.taskId !== undefined) record.taskId = outcome.taskId;
			rendered = renderOutcome(outcome, context);
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			rendered = renderError(error, context);
		}
	}
	const reply = spoil(fault, rendered, context);
	service.requests.complete(record, reply.reset ? 0 : reply.status, reply.body);
	return reply;
}

async function work(endpoint: Endpoint, incoming: IncomingCall, call: Call): Promise<Outcome> {
	// The automation trigger's list of errors is complete and knows no invalid body: it just finds no token in it.
	if (!endpoint.detectsMode) {
		if (incoming.problem !== undefined) throw incoming.problem;
		checkDeclaredMethod(incoming, call.service.settings.declaredMethod);
	}
	const outcome = await endpoint.handle(call);
	const { service } = call;
	const campaign = service.state.campaigns.get(outcome.taskId ?? '');
	if (
		service.settings.startBeforeReply &&
		campaign !== undefined &&
		campaign.startsAt <= call.now
	) {
		service.runner.start(campaign);
		await service.notifier.idle(campaign.tid);
	}
	return outcome;
}

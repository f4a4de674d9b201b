import type { EndpointName } from '../protocol/endpointNames';
import type { Params } from '../protocol/params';
import type { Outcome } from '../protocol/reply';
import type { Service } from '../service/service';

/** One request an endpoint has to answer. */
export interface Call {
	params: Params;
	/** Address of the caller, as `data.remoteIP` and allow-lists see it. */
	remoteIp: string;
	/** Moment of the request, ms. */
	now: number;
	service: Service;
}

/** One script of the service. */
export interface Endpoint {
	name: EndpointName;
	/** JSON `action` of its replies; undefined when it has none. */
	action: (params: Params) => string | undefined;
	/** `waTemplates` answers JSON even to plain requests. */
	alwaysJson?: boolean;
	/** `autoWebhook` detects the mode itself and needs neither `get=1` nor `post=2`. */
	detectsMode?: boolean;
	/** Does the work. Throws ServiceError for every documented refusal. */
	handle: (call: Call) => Outcome | Promise<Outcome>;
}

/** The `action` of the scripts that answer with the `act` they were sent, even one they refuse. */
export function actAsSent(params: Params): string | undefined {
	const act = params.raw('act');
	return typeof act === 'string' ? act : undefined;
}

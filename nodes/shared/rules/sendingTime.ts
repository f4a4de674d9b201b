import type { IDataObject } from 'n8n-workflow';

/**
 * Milliseconds from the first recipient of a request to the last, by the delay between them (specification,
 * "Shared sending parameters", `int`, seconds).
 *
 * @param recipients how many it has; distribution lists count as one, since only the service knows their members
 * @param body the request's parameters by wire name
 */
export function sendingTime(recipients: number, { int: delay = 0 }: IDataObject): number {
	return Math.max(0, recipients - 1) * Number(delay) * 1000;
}

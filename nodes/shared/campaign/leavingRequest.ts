import type { IDataObject } from 'n8n-workflow';

import { instantOfParts } from '../rules/times';
import type { QuietHours } from '../rules/quietHours';
import { quietStart } from '../rules/schedule';
import type { CampaignRequest } from './campaignRequest';

/**
 * A request in the form in which it leaves. It was planned before the requests ahead of it were answered,
 * which may take long: only now is it known whether it would begin in quiet time, or its time has passed.
 *
 * @param quiet the quiet hours to keep
 * @param now in milliseconds since 1970
 */
export function leavingRequest(
	request: CampaignRequest,
	quiet: QuietHours | undefined,
	now: number,
): CampaignRequest {
	const { timeZone, counts: planned } = request;
	if (quiet === undefined && request.body.dy === undefined) return request;
	const { body, extraOutput } = quietStart(request.body, quiet, timeZone, now);
	const {
		scheduledFor,
		scheduledZone: _zone,
		scheduledBecause,
		endsAbout: _end,
		endsInQuietTime: _quiet,
		...others
	} = planned;
	const isAsPlanned = scheduledFor === extraOutput.scheduledFor;
	const because: IDataObject =
		isAsPlanned && scheduledBecause !== undefined ? { scheduledBecause } : {};
	const counts = { ...others, ...because, ...extraOutput };
	const startsAt =
		extraOutput.scheduledFor === undefined ? undefined : instantOfParts(body, timeZone);
	return { ...request, body, counts, startsAt };
}

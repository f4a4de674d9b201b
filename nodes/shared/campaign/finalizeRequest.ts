import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { FILE_FIELD } from '../fields/fileFields';
import { lifeProblem, linkLife, signedAddress, type FileUse } from '../files/fileAddress';
import type { InputFile } from '../files/inputFile';
import { instantOfParts } from '../rules/times';
import type { QuietHours } from '../rules/quietHours';
import { quietStart } from '../rules/schedule';
import type { RefusedItem } from '../run/itemResults';

/** What decides when a campaign's request begins. */
interface TimedRequest {
	body: IDataObject;
	counts: IDataObject;
	timeZone: string;
	startsAt?: number;
}

/**
 * A request in the form in which it is sent. It was planned before the requests ahead of it were answered,
 * which may take long: only now is it known whether it would begin in quiet time, or its time has passed.
 *
 * @param quiet the quiet hours to keep
 * @param now in milliseconds since 1970
 */
export function finalizeRequest<Request extends TimedRequest>(
	request: Request,
	quiet: QuietHours | undefined,
	now: number,
): Request {
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

/** What is known of a campaign's request here. */
interface FileRequest {
	items: number[];
	recipients: unknown[];
	body: IDataObject;
	context: IExecuteFunctions;
	startsAt?: number;
	file?: InputFile;
}

/** The items of a request whose file n8n does not keep until everybody has got it. */
export function refusedByFile(request: FileRequest, now: number): RefusedItem[] {
	const found = request.file && lifeProblem(useOf(request, now));
	if (found === undefined) return [];
	const { rule, fix } = found;
	return request.items.map((item) => ({ item, reason: `${FILE_FIELD} ${rule}`, fix }));
}

/** The parameters of a request as it is sent: with the URL of its file, which nothing else holds. */
export function bodyWithFileAddress(request: FileRequest, now: number): IDataObject {
	const { body, context, file } = request;
	if (file === undefined) return body;
	const seconds = linkLife(useOf(request, now));
	return { ...body, fileurl: signedAddress(context, file, seconds) };
}

function useOf({ startsAt, recipients, body }: FileRequest, now: number): FileUse {
	const count = body.pid === undefined ? { recipients: recipients.length } : {};
	return { now, startsAt, ...count, body };
}

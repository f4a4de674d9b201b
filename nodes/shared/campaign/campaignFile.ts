import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { RefusedItem } from '../run/refusedItems';
import { FILE_FIELD } from '../fields/fileFields';
import { lifeProblem, linkLife, type FileUse, signedAddress } from '../files/fileAddress';
import type { InputFile } from '../files/inputFile';

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

/** The parameters of a request as it leaves: with the address of its file, which nothing else holds. */
export function finalBody(request: FileRequest, now: number): IDataObject {
	const { body, context, file } = request;
	if (file === undefined) return body;
	const seconds = linkLife(useOf(request, now));
	return { ...body, fileurl: signedAddress(context, file, seconds) };
}

function useOf({ startsAt, recipients, body }: FileRequest, now: number): FileUse {
	const count = body.pid === undefined ? { recipients: recipients.length } : {};
	return { now, startsAt, ...count, body };
}

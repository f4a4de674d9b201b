import type { IDataObject, IExecuteSingleFunctions, PreSendAction } from 'n8n-workflow';

import { FILE_FIELD } from '../descriptions/fileFields';
import { inputError } from '../engine/checkBody';
import type { Leaving } from '../engine/leaving';
import { ofRun } from '../engine/ofRun';
import { instantOfParts, serviceZone } from '../validation/dates';
import { countRecipients } from '../validation/lists';
import type { Problem } from '../validation/reader';
import { fileOfItem } from './fileOfItem';
import type { FileRule, InputFile } from './inputFile';
import { lifeProblem, linkLife, type FileUse } from './linkLife';
import { signedAddress } from './signedAddress';
import { isFileContent } from './isFileContent';
import { isFromInput } from './isFromInput';
import { isStandIn, standInFor } from './standIn';

/** What an operation with a request per item does to send a file of its item. */
interface FileHooks {
	/** Before the rules are checked: puts what stands for the file into the body. */
	takeFile: PreSendAction;
	/** When the request leaves: puts the address of the file in its place. */
	signFile: Leaving;
}

/** The files a run has taken, by what stands for them. */
const filesTaken = ofRun(() => new Map<string, InputFile>());

/**
 * Makes what sends a file of the item. Both leave a request alone whose file is linked, or that has
 * none; both throw NodeOperationError for a file that cannot be sent.
 *
 * @param rule what the operation takes
 */
export function fileHooks(rule: FileRule): FileHooks {
	return {
		async takeFile(this, options) {
			if (!isFileContent((...choice) => this.getNodeParameter(...choice))) return options;
			if (!isFromInput(this)) return options;
			const named = {
				item: this.getInputData(),
				entered: this.getNodeParameter('fileField', ''),
				find: (name: string) => this.helpers.assertBinaryData(name),
			};
			const read = await fileOfItem(this, named, rule);
			if ('problem' in read) throw refusal(this, read.problem);
			const fileurl = standInFor(read.value);
			filesTaken(this).set(fileurl, read.value);
			return { ...options, body: { ...(options.body as IDataObject), fileurl } };
		},
		signFile: (context, body) => {
			const { fileurl } = body;
			const file = isStandIn(fileurl) ? filesTaken(context).get(fileurl) : undefined;
			if (file === undefined) return { body, says: {} };
			const use = useOf(context, body);
			const unkept = lifeProblem(use);
			if (unkept) throw refusal(context, unkept);
			return {
				body: { ...body, fileurl: signedAddress(context, file, linkLife(use)) },
				says: {},
			};
		},
	};
}

function useOf(context: IExecuteSingleFunctions, body: IDataObject): FileUse {
	const zone = context.getNodeParameter('options.timeZone', '');
	return {
		now: Date.now(),
		startsAt: instantOfParts(body, serviceZone(zone)),
		...(body.pid === undefined ? { recipients: Math.max(1, countRecipients(body)) } : {}),
		body,
	};
}

function refusal(context: IExecuteSingleFunctions, found: Problem): Error {
	return inputError(context.getNode(), [{ field: FILE_FIELD, ...found }], context.getItemIndex());
}

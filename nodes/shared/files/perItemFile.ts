import type { IDataObject } from 'n8n-workflow';

import { FILE_FIELD } from '../fields/fileFields';
import { inputError } from '../service/nodeErrors';
import type { BodyStep, FinalizeRequest, RunItem } from '../service/itemCredential';
import { ofRun, fileOfItem, isFileContent, isFromInput } from './fileOfItem';
import { instantOfParts, serviceZone } from '../rules/times';
import { countRecipients } from '../rules/lists';
import type { Problem } from '../rules/reader';
import type { FileRule, InputFile } from './inputFile';
import {
	lifeProblem,
	linkLife,
	type FileUse,
	signedAddress,
	isFilePlaceholder,
	filePlaceholder,
} from './fileAddress';
import { optionPath } from '../fields/field';
import { timeZoneOption } from '../fields/sendingOptions';

/** What an operation with a request per item does to send a file of its item. */
interface FileSteps {
	/** Before the rules are checked: puts what represents the file into the body. */
	takeFile: BodyStep;
	/** When the request is sent: puts the URL of the file in its place. */
	signFile: FinalizeRequest;
}

/** The files a run has taken, by what represents them. */
const filesTaken = ofRun(() => new Map<string, InputFile>());

/**
 * Makes what sends a file of the item. Both leave a request alone whose file is linked, or that has
 * none; both throw NodeOperationError for a file that cannot be sent.
 *
 * @param rule what the operation takes
 */
export function fileSteps(rule: FileRule): FileSteps {
	return {
		async takeFile(item, body) {
			if (!isFileContent((...choice) => item.parameter(...choice))) return body;
			const { context, index } = item;
			if (!isFromInput(context, index)) return body;
			const named = {
				item: context.getInputData()[index],
				entered: item.parameter('fileField', ''),
				find: (name: string) => context.helpers.assertBinaryData(index, name),
			};
			const read = await fileOfItem(context, named, rule);
			if ('problem' in read) throw refusal(item, read.problem);
			const fileurl = filePlaceholder(read.value);
			filesTaken(context).set(fileurl, read.value);
			return { ...body, fileurl };
		},
		signFile: (item, body) => {
			const { fileurl } = body;
			const file = isFilePlaceholder(fileurl) ? filesTaken(item.context).get(fileurl) : undefined;
			if (file === undefined) return { body, extraOutput: {} };
			const use = useOf(item, body);
			const unkept = lifeProblem(use);
			if (unkept) throw refusal(item, unkept);
			return {
				body: { ...body, fileurl: signedAddress(item.context, file, linkLife(use)) },
				extraOutput: {},
			};
		},
	};
}

function useOf(item: RunItem, body: IDataObject): FileUse {
	const zone = item.parameter(optionPath(timeZoneOption), '');
	return {
		now: Date.now(),
		startsAt: instantOfParts(body, serviceZone(zone)),
		...(body.pid === undefined ? { recipients: Math.max(1, countRecipients(body)) } : {}),
		body,
	};
}

function refusal({ node, index }: RunItem, found: Problem): Error {
	return inputError(node, [{ field: FILE_FIELD, ...found }], index);
}

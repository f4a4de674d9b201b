import { InstanceSettings } from 'n8n-core';
import { Container } from '@n8n/di';
import type { ICredentialDataDecryptedObject, INodeExecutionData } from 'n8n-workflow';

import { readPreviewed } from '../../../nodes/shared/approve/previewed';
import { sealOfApproval } from '../../../nodes/shared/approve/seal';

/** Who approves, and where; this workflow and this n8n when left out. */
interface ApprovedBy {
	workflow?: string;
	instance?: string;
}

/** The items of a preview as the approval of a person puts them out; campaignApproval.test.ts asks a person. */
export async function approved(
	items: INodeExecutionData[],
	{ baseUrl, token }: ICredentialDataDecryptedObject,
	{ workflow = 'test', instance = Container.get(InstanceSettings).instanceId }: ApprovedBy = {},
): Promise<INodeExecutionData[]> {
	const read = await readPreviewed(items);
	if ('problem' in read) throw new Error(read.problem.rule);
	const { at, hash } = read.value;
	const context = { getWorkflow: () => ({ id: workflow }), getInstanceId: () => instance };
	const seal = sealOfApproval(context as never, { baseUrl, token }, hash);
	return structuredClone(items).map((item, index) => ({
		...item,
		json: { approved: true, ...item.json, ...(index === at && { seal }) },
	}));
}

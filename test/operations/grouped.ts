import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiAutomation } from '../../nodes/ExtApiAutomation/ExtApiAutomation.node';
import { ExtApiCampaign } from '../../nodes/ExtApiCampaign/ExtApiCampaign.node';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiContacts } from '../../nodes/ExtApiContacts/ExtApiContacts.node';
import { ExtApiOtp } from '../../nodes/ExtApiOtp/ExtApiOtp.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { optionGroups } from '../../nodes/shared/fields/field';
import { describedOperations } from './described';

const nodes = [
	...[new ExtApiSms(), new ExtApiVoice(), new ExtApiChat(), new ExtApiOtp(), new ExtApiContacts()],
	...[new ExtApiCampaign(), new ExtApiAutomation()],
];
const groupOf = new Map(
	nodes
		.flatMap(describedOperations)
		.flatMap(({ fields }) => fields.map(({ path }) => path.split('.')))
		.filter(([group, name]) => name !== undefined && group in optionGroups)
		.map(([group, name]) => [name, group]),
);

/** Parameters with each option moved to its group, for tests that name options without one, under `options`. */
export function grouped(parameters: IDataObject): INodeParameters {
	const { options = {}, ...others } = parameters;
	const moved: Record<string, IDataObject> = {};
	const rest: IDataObject = {};
	for (const [name, value] of Object.entries({ ...others, options })) {
		if (!(name in optionGroups) || typeof value !== 'object') rest[name] = value;
		else {
			for (const [option, own] of Object.entries(value as IDataObject)) {
				(moved[groupOf.get(option) ?? name] ??= {})[option] = own;
			}
		}
	}
	return { ...rest, ...moved } as INodeParameters;
}

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { form } from './items';
import type { SentCase } from './row';
import { sentTo } from './sending';

const withParameters = (body: IDataObject) => [
	{ template: '2002', list: '0570002233', params: { body } },
];
const danaAndX = withParameters({ '1': 'Dana', '2': 'X' });
const outputs = [sentTo('0570002233')];

/** Ways to enter parameters that say the same. */
export const sentParameters: SentCase[] = [
	{
		name: 'empty groups of JSON lose nothing',
		parameters: {
			parametersFrom: 'json',
			parametersJson: '{"header":{},"body":{"1":"Dana","2":7},"button":{"0":""},"footer":null}',
		},
		bodies: withParameters({ '1': 'Dana', '2': '7' }),
		outputs,
	},
	{
		name: 'values the form shows no more are left out',
		parameters: {
			parameters: {
				...form({ 'body.1': 'Dana', 'body.2': 'X', 'header.1': 'stale', 'button.0': 'stale' }),
				schema: [{ id: 'body.1' }, { id: 'body.2' }, { id: 'button.0', removed: true }],
			} as unknown as INodeParameters,
		},
		bodies: danaAndX,
		outputs,
	},
];

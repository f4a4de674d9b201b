import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { form, template } from './items';
import { type RefusedCase, type SentCase, refusal } from './row';
import { sentTo } from './sending';

/** Templates and template parameters that are refused, for the rows of ExtApi Chat. */

/** Templates that cannot be sent. */
export const refusedTemplates: RefusedCase[] = [
	refusal('template', template('2008'), 'is 2008, which is not approved (PENDING)'),
	refusal('template', template('2009'), 'is 2009, whose stored data is missing or'),
	refusal('template', template('9999'), 'is 9999, which the account does not have'),
	refusal('template', template('2005'), /(?:^|[:.] )Media Link must link a file \(pdf/),
];

/** JSON that fits no template of two body placeholders. */
const wrongJson: Array<[json: string, says: RegExp]> = [
	['{"body":{"1":"a","2":"b","7":"c"}}', /contains body\.7, which template 2002 does not have/],
	['{"body":{"1":"a","2":"b"},"footer":{"1":"c"}}', /contains footer\.1, which/],
	['{"body":{"1":"a","2":"b"},"footer":"c"}', /must contain an object under "footer"/],
	['{"Body":{"1":"a","2":"b"}}', /contains Body\.1, Body\.2, which template/],
	['{"body":["a","b"]}', /must contain an object under "body"/],
	['{"body.1":"a","body.2":"b"}', /must contain an object under "body\.1"/],
	['{"body":{"1":"a","2":{"b":1}}}', /contains an object or a list for body\.2/],
	['[]', /must be an object/],
];

/** The second parameter of template 2002, by the words before it. */
const mustFill2 = 'needs a value for parameter 2 (after "coupon is")';
const asJson: INodeParameters = { parametersFrom: 'json' };
const button = '{"header":{"1":"a"},"body":{"1":"a","2":"b"},"button":{"0":"a b"}}';

/** A form that was made for another template. */
const ofAnotherTemplate = {
	...form({ 'body.1': 'a', 'body.2': 'b', 'header.1': 'c' }),
	schema: [{ id: 'body.1' }, { id: 'body.2' }, { id: 'header.1' }],
};

/** Parameters in both ways to enter them. */
export const refusedParameters: RefusedCase[] = [
	refusal(
		'parameters',
		form({ 'body.1': 'a' }),
		/^Template Parameters needs a value for parameter 2 \(after "coupon is"\)/,
	),
	refusal(
		'parameters',
		form({ 'body.1': '[first_name]', 'body.2': 'x' }),
		/uses \[first_name\] in '1 · after "Hello"'/,
	),
	refusal('parameters', ofAnotherTemplate, 'contains header.1, which template 2002 does not have'),
	refusal('parametersJson', button, /space in 'Button 0 · Track'/, {
		...asJson,
		template: template('2003'),
	}),
	refusal(
		'parametersJson',
		'{"body":{"1":700000000000000001,"2":"X"}}',
		'contains a value for body.1 that came as a number too long',
		asJson,
	),
	...wrongJson.map(([value, says]): RefusedCase => ({
		field: 'parametersJson',
		value,
		with: asJson,
		says: new RegExp(`^Parameters JSON .*${says.source}`),
	})),
	refusal('fileUrl', 'https://example.com/a.png', 'must not link a file', {
		...{ ...asJson, template: template('2001'), parametersJson: '{}' },
	}),
	refusal('fileUrl', 'https://example.com/a.png', /^Media Link must link a file of type pdf/, {
		...{ template: template('2005'), parameters: form({}) },
	}),
];

/** Parameters of their own for each number. */
export const refusedOwnParameters = refusal(
	'parametersByNumber',
	'{"0570002233":{"body":{"1":"a"}}}',
	'for 0570002233 needs a value',
	{ sendTo: 'ownParameters' },
);

/** Parameters of a campaign. */
export const refusedCampaignParameters: RefusedCase[] = [
	refusal('parameters', form({ 'body.1': 'a' }), mustFill2),
	refusal('parametersJson', '[]', 'must be an object', asJson),
	refusal('fileUrl', 'https://example.com/a.png', 'must not link a file', {
		...{ template: template('2001'), parameters: form({}) },
	}),
];

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

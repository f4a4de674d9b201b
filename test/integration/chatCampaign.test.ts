// If this fails, people get a template with someone else's values, or none for a reason the node knew.
import { safeRegex, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { processedItemsForTests } from './harness/processedItems';
import { form, template as byCode } from '../operations/items';
import type { NodeRunOptions } from './harness/runNode';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
processedItemsForTests();
const rows = [
	{ phone: '0570002233', name: 'Dana', coupon: 'A1' },
	{ phone: '0570002234', name: 'נועם', coupon: 'B2' },
];
const run = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
const template = (code: string) => ({ ...byCode(code), mode: 'list' });
const campaign = async (
	parameters: INodeParameters,
	items: IDataObject[] = rows,
	more: Partial<NodeRunOptions> = {},
) => await run(items, parameters, more);
const single = operationRuns(service, 'ExtApi Chat: Message: Send Template', {
	phoneNumbers: '0570002233',
});
const send = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) =>
	await single(undefined, parameters, more);
const sends = () => service.bodies().filter(({ template: code }) => code !== undefined);
const personal = {
	template: template('2002'),
	parameters: form({ 'body.1': '{name}', 'body.2': '{coupon}', 'body.9': 'stale' }),
};

describe('ExtApi Chat: sendTemplateCampaign', () => {
	it.each<[string, IDataObject]>([
		['a button that is none', { buttons: [null, 'Call'] }],
		['no body', { body: null }],
		['lists of parameters that are none', { params: { header: null, body: [null], button: 1 } }],
	])('reads a template of a listing with %s', async (_what, parts) => {
		const listed = {
			...{ code: 2001, displayName: 'Odd', status: 'APPROVED', sendable: true, issue: null },
			...{ category: 'UTILITY', language: 'en', header: { type: 'NONE', fileurlTypes: [] } },
			...{ body: 'Hello', params: { header: [], body: [], button: [] }, ...parts },
		};
		const reply = { status: 1, message: 'OK', data: { templates: [listed] } };
		service.control.addFaults([
			{ kind: 'undocumented', nth: 1, endpoint: 'waTemplates', body: JSON.stringify(reply) },
		]);
		const { items, error } = await campaign({ template: template('2001') });
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ recipientCount: 2, taskId: expect.any(String) });
	});

	it.each([
		['the same rows, by the service', 'all', { list: '0570002233,0570002234' }],
		['other rows', '{name}', { listjson: { '0570002233': { body: { '2': '0570002233' } } } }],
	])('puts the number of each recipient in for [phone_num]: %s', async (_which, first, sent) => {
		const parameters = form({ 'body.1': first, 'body.2': '[phone_num]' });
		const { error } = await campaign({ template: template('2002'), parameters });
		expect(error).toBeUndefined();
		expect(sends()).toMatchObject([sent]);
		for (const { phone, text } of service.control.ledger().entries) expect(text).toContain(phone);
		expect(service.control.ledger().total).toBe(2);
	});

	describe('Message Limit below the number of recipients', () => {
		const limited = (more: IDataObject = {}): INodeParameters => ({
			...{ template: template('2002'), parameters: form({ 'body.1': 'all', 'body.2': 'X' }) },
			...{ advanced: { mostMessages: 1 }, ...(more as INodeParameters) },
		});

		it('is said in the output, where no one knows who is beyond it', async () => {
			expect((await campaign(limited())).items[0].json).toMatchObject({ messageLimit: 1 });
			const rows = { options: { output: 'recipient' }, advanced: { mostMessages: 1 } };
			const { items } = await campaign(limited(rows));
			expect(items.map(({ json }) => json.messageLimit)).toEqual([1, 1]);
		});

		const byRow = { description: '={{ "For " + $json.name }}' };
		it.each<[string, IDataObject, string]>([
			// They would have a limit each.
			['several campaigns', { options: byRow }, 'is for one campaign, and the items make 2'],
			// It could not tell whom to leave out.
			[
				'a Campaign Key',
				{ beforeSending: { campaignKey: 'june' } },
				'cannot be used together with a Campaign Key',
			],
		])('is refused with %s', async (_what, more, says) => {
			const { error } = await campaign(limited(more));
			expect(error?.message).toContain(`'Message Limit' ${says}`);
			expect(sends()).toEqual([]);
		});
	});

	const asJson = (parametersJson: string) => ({ parametersFrom: 'json', parametersJson });
	it.each<[string, INodeParameters]>([
		['form', { parameters: form({ 'body.1': '{name|friend}', 'body.2': '{coupon|NONE}' }) }],
		['an expression', asJson('={"body":{"1":"{name|{{ "friend" }}}","2":"{coupon|NONE}"}}')],
	])('fills what a recipient has no value for with its fallback: %s', async (_name, given) => {
		const items = [rows[0], { phone: '0570002234', name: ' ' }];
		const { error } = await campaign({ template: template('2002'), ...given }, items);
		expect(error).toBeUndefined();
		const listjson = {
			'0570002233': { body: { '1': 'Dana', '2': 'A1' } },
			'0570002234': { body: { '1': 'friend', '2': 'NONE' } },
		};
		expect(sends()).toMatchObject([{ listjson }]);
	});

	it('names the recipients the service would skip silently, before sending', async () => {
		const bad = [
			...rows,
			{ phone: '0570002235', name: '', coupon: 'C' },
			{ phone: '0570002236', name: 'x', coupon: '[first_name]' },
		];
		const { error } = await campaign(personal, bad);
		expect(error?.message).toMatch(/^2 of 4 items cannot be sent, so nothing was sent/);
		for (const said of [
			'Item 2 (0570002235): Template Parameters needs the field "name"',
			'Item 3 (0570002236): Template Parameters uses [first_name]',
		]) {
			expect(error?.description).toContain(said);
		}
		expect(sends()).toEqual([]);
		const settings = { onError: 'continueRegularOutput' } as const;
		const { items } = await campaign(personal, bad, { settings });
		const counts = items.map(({ json }) => json.recipientCount ?? 'refused');
		expect(counts).toEqual([2, 'refused', 'refused']);
		expect(service.control.ledger().total).toBe(2);
	});

	it('loses no row on a busy machine, where a template needs a file', async () => {
		const pattern = jest.spyOn(safeRegex, 'test').mockImplementation(() => {
			throw new Error('Regular expression execution timed out');
		});
		const cachedResultName = 'invoice (en, utility, needs document)';
		const chosen = { ...template('2005'), cachedResultName };
		const { error } = await campaign({ fileUrl: 'https://a.co/a.pdf', template: chosen });
		pattern.mockRestore();
		expect(error).toBeUndefined();
		expect(service.control.ledger().total).toBe(2);
	});
});

describe('the listing of templates', () => {
	it('is asked for again when the service turned it away for the moment', async () => {
		service.control.addFaults([
			{ kind: 'http429', endpoint: 'waTemplates', times: 1, retryAfter: 0 },
		]);
		const { error } = await send({
			parametersFrom: 'json',
			parametersJson: '{"body":{"1":"Dana","2":"X"}}',
		});
		expect(error).toBeUndefined();
		expect(sends()).toHaveLength(1);
	});
});

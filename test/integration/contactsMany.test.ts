// If this fails, a table of contacts arrives incompletely, or with wrong results.
import { contactRuns } from './harness/contactRuns';
import { serviceForTests } from './harness/serviceForTests';
import { phones } from './harness/smsCampaign';

const service = serviceForTests({ emptyFields: 'clear', overwriteReply: 'ALREADY_REG' });
const run = contactRuns(service);
const two = [{ phone: '0570002233' }, { phone: '0570002234' }];

describe('ExtApi Contacts: addMany and removeMany', () => {
	it('adds numbers without fields together, with a result for each item', async () => {
		await run('addMany', [two[1]]);
		service.control.clearRequests();
		const { items, error } = await run('addMany', [...two, two[0]], {
			options: { overwrite: true, unblock: true },
		});
		expect(error).toBeUndefined();
		expect(service.bodies()).toEqual([
			{ act: 'add', pid: '1003', list: '0570002233,0570002234', update: 1, unblock: 1 },
		]);
		expect(
			items.map(({ json, pairedItem }) => [json.result, json.added, json.updated, pairedItem]),
		).toEqual([
			// The service may answer an overwrite with OK too; without fields nothing is overwritten.
			['OK', null, false, { item: 0 }],
			['ALREADY_REG', false, false, { item: 1 }],
			['OK', null, false, { item: 2 }],
		]);
	});

	it('sends two spellings of a number once and gives both items its result', async () => {
		const { items } = await run('addMany', [...two, { phone: '+972 57-000-2233' }]);
		expect(service.bodies()).toEqual([{ act: 'add', pid: '1003', list: '0570002233,0570002234' }]);
		const added = { result: 'OK', added: true, registered: true };
		expect(items.map(({ json }) => json)).toMatchObject([added, added, added]);
	});

	it('clears the fields chosen that an item has no value for', async () => {
		const parameters = {
			contactFields: { firstName: '{first_name}' },
			customFields: { data: '{city}' },
			options: { overwrite: true },
		};
		const [dana] = [{ phone: '0570002233', first_name: 'Dana', city: 'Haifa' }];
		await run('addMany', [dana], parameters);
		await run('addMany', [{ ...dana, first_name: '', city: '' }], parameters);
		expect(service.control.contacts(1003)[0].fields).toEqual({ fname: 'Dana', data: 'Haifa' });
		service.control.clearRequests();
		const { items } = await run('addMany', [{ ...dana, first_name: 'Noa', city: '' }], {
			...parameters,
			options: { overwrite: true, clearFields: ['data', 'firstName', 'birthday'] },
		});
		expect(service.bodies()).toEqual([
			{ act: 'add', pid: '1003', list: '0570002233', update: 1, fname: 'Noa', data: '', bd: '' },
		]);
		expect(items[0].json).toMatchObject({ result: 'ALREADY_REG', updated: true });
		expect(service.control.contacts(1003)[0].fields).toEqual({ fname: 'Noa' });
	});

	it('refuses a merge field whose column no item has, and wipes nothing', async () => {
		const dana = { phone: '0570002233', first_name: 'Dana' };
		await run('addMany', [dana], { contactFields: { firstName: '{first_name}' } });
		service.control.clearRequests();
		const { error } = await run('addMany', [dana], {
			contactFields: { firstName: '{frist_name}' },
			options: { overwrite: true, clearFields: ['firstName'] },
		});
		expect(error?.message).toMatch(/"frist_name", which no item has/);
		expect(service.bodies()).toEqual([]);
		expect(service.control.contacts(1003)[0].fields).toEqual({ fname: 'Dana' });
	});

	it('makes a request for each item with fields, at most so many at once', async () => {
		service.holdBack(2);
		const rows = Array.from({ length: 12 }, (_, index) => ({
			phone: `05700022${index + 10}`,
			n: index === 0 ? '' : `N${index}`,
		}));
		const { items } = await run('addMany', rows, {
			contactFields: { firstName: '{n}' },
			advanced: { requestsAtOnce: 3 },
		});
		expect(service.bodies()).toHaveLength(12);
		expect(service.bodies()[1]).toMatchObject({ act: 'add', pid: '1003', fname: 'N1' });
		expect(service.bodies().filter(({ fname }) => fname === undefined)).toHaveLength(1);
		expect(service.control.ledger().maxConcurrent).toBe(3);
		expect(items.every(({ json }) => json.added === true)).toBe(true);
		expect(service.control.contacts(1003)).toHaveLength(12);
	});

	it('takes 10,000 numbers in one request', async () => {
		const { items } = await run('addMany', phones(10_000));
		expect(service.bodies()).toHaveLength(1);
		expect(items).toHaveLength(10_000);
	});

	it('removes, and names who was not there', async () => {
		await run('addMany', [two[0]]);
		const { items } = await run('removeMany', two);
		expect(items.map(({ json }) => json)).toEqual([
			{ phone: '0570002233', result: 'OK', removed: true },
			{ phone: '0570002234', result: 'NOT_REG', removed: false },
		]);
	});

	it('names items that break a rule before anything leaves', async () => {
		const rows = [...two, { phone: '05' }, { phone: '0570002235', n: 'x'.repeat(21) }];
		const fields = { contactFields: { firstName: '{n}' } };
		const { error } = await run('addMany', rows, fields);
		expect(error?.description).toMatch(/Item 2 \(05\): Phone number "05" isn't a valid/);
		expect(error?.description).toMatch(
			/Item 3 \(0570002235\): Contact Fields break a rule: First Name is longer than 20/,
		);
		expect(service.bodies()).toEqual([]);
		const settings = { onError: 'continueRegularOutput' } as const;
		const { items } = await run('addMany', rows, fields, { settings });
		const results = items.map(({ json }) => json.result ?? 'refused');
		expect(results).toEqual(['OK', 'OK', 'refused', 'refused']);
	});

	it('says why the service refused', async () => {
		const { error } = await run('addMany', two, { listCode: '9' });
		expect(error?.message).toContain('The distribution list does not exist: "list not found"');
	});

	it('judges each item by its own options', async () => {
		await run('addMany', two);
		const rows = two.map((row, index) => ({ ...row, overwrite: index === 1, n: 'N' }));
		const { items } = await run('addMany', rows, {
			contactFields: { firstName: '{n}' },
			options: { overwrite: '={{ $json.overwrite }}' },
		});
		expect(items.map(({ json }) => json.updated)).toEqual([false, true]);
	});
});

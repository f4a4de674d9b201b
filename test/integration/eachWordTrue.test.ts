// If this fails, n8n reads a record for minutes that cannot be used.
import { operationRuns } from './harness/operationRuns';
import { processedItemsForTests } from './harness/processedItems';
import { sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** What needs more than a service, beside `stories/eachWordTrue.json`. */
const service = serviceForTests();
const storage = processedItemsForTests();

it('a page of recipients beyond what a Campaign Key holds is refused at once', async () => {
	const beforeSending = { campaignKey: 'k', duplicates: 'once' };
	const campaign = operationRuns(service, 'ExtApi SMS: Message: Send Campaign', {
		...{ message: 'Hello', beforeSending },
	});
	await campaign([{ phone: '0570002233' }]);
	const [place] = storage.rows.keys();
	const { mode, data } = JSON.parse(storage.rows.get(place)!) as { mode: string; data: string[] };
	const filler = Array.from({ length: 181_000 }, (_, index) => `${index}`);
	storage.rows.set(place, JSON.stringify({ mode, data: [...data, ...filler] }));
	const page = Array.from({ length: 10_000 }, (_, index) => ({ phone: `05${70_010_000 + index}` }));
	storage.writes.length = 0;
	service.control.clearRequests();
	expect(sentencesOf((await campaign(page)).error).full).toMatch(/no room/);
	expect(service.bodies()).toEqual([]);
	expect(storage.writes.flatMap(({ entries }) => entries).length).toBeLessThan(500);
});

// If this fails, a campaign with a file reaches no one on a busy machine.
import { safeRegex } from 'n8n-workflow';

import { template } from '../operations/items';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';
import { phones } from './harness/smsCampaign';

/** What else a campaign of a template does is in `stories/chatCampaign.json`. */
const service = serviceForTests();
const run = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');

it('loses no row where n8n has no time to look whether a template needs a file', async () => {
	const pattern = jest.spyOn(safeRegex, 'test').mockImplementation(() => {
		throw new Error('Regular expression execution timed out');
	});
	const cachedResultName = 'invoice (en, utility, needs document)';
	const chosen = { ...template('2005'), mode: 'list', cachedResultName };
	const { error } = await run(phones(2), { fileUrl: 'https://a.co/a.pdf', template: chosen });
	pattern.mockRestore();
	expect(error).toBeUndefined();
	expect(service.control.ledger().total).toBe(2);
});

it('asks once for templates that cannot be listed, not for each item', async () => {
	const listing = { endpoint: 'waTemplates' } as const;
	service.control.addFaults([{ kind: 'plainError', description: 'Busy', times: 9, ...listing }]);
	const send = operationRuns(service, 'ExtApi Chat: Message: Send Template');
	expect((await send(phones(3))).error).toBeDefined();
	const asked = service.control.requests().filter(({ endpoint }) => endpoint === 'waTemplates');
	expect(asked).toHaveLength(1);
});

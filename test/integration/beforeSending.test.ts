// If this fails, a campaign that no one looked at is sent, or its preview cannot be read.
import { everyOperation } from '../operations';
import { hintsOf, runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** What else a preview, a test and repairs do is in `stories/beforeSending.json`. */
const service = serviceForTests();

it.each(everyOperation.filter(({ fields }) => fields.some(({ path }) => path === 'mode')))(
	'a new node previews, and what the rows share is the last column: $name',
	async ({ node, usualItems, parameters: { mode: _sent, ...parameters } }) => {
		const { items, run, error } = await runNode({
			...{ node: node(), credential: service.credential() },
			...{ parameters, items: usualItems },
		});
		expect(error).toBeUndefined();
		expect(hintsOf({ run }).join()).toContain('Nothing was sent: 2 recipients');
		expect(items.map(({ json }) => Object.keys(json).indexOf('campaign'))).toEqual([
			...[Object.keys(items[0].json).length - 1, -1],
		]);
		expect(service.control.ledger().total).toBe(0);
	},
);

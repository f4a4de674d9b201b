// If this fails, a guard is believed that no longer breaks anything.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { breaks } from '../../../tools/mutants/breaks';
import { sourcesIn } from '../../imports';

/** A break that no longer applies proves nothing, and the suite it is for could pass whatever the product does. */
const root = path.join(__dirname, '../../..');
const product = ['nodes', 'credentials'].flatMap((folder) =>
	sourcesIn(path.join(root, folder)).map((file) =>
		readFileSync(path.join(root, folder, file), 'utf8'),
	),
);

it.each(breaks.map(({ name, was }) => [name, was]))(
	'%s: its code stands once in the product',
	(_name, was) => {
		const times = product.reduce((sum, text) => sum + text.split(was).length - 1, 0);
		expect(times).toBe(1);
	},
);

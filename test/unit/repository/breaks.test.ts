// If this fails, a guard is believed that no longer breaks anything.
import { breaks } from '../../../tools/mutants/breaks';
import { filesIn, read } from './repository';

/** A break that no longer applies proves nothing, and the suite it is for could pass whatever the product does. */
const product = ['nodes', 'credentials'].flatMap((folder) => filesIn(folder, /\.ts$/).map(read));

it.each(breaks.map(({ name, was }) => [name, was]))(
	'%s: its code stands once in the product',
	(_name, was) => {
		const times = product.reduce((sum, text) => sum + text.split(was).length - 1, 0);
		expect(times).toBe(1);
	},
);

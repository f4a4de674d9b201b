// If this fails, no one can try what happens later: the emulator's clock goes wrong.
import { Clock } from '../../emulator/state/clock';

const minute = 60_000;

it('shows each call the time it was due at, however long the work of those before it takes', () => {
	const clock = new Clock();
	const begin = clock.now();
	const seen: number[] = [];
	const each = () => {
		const until = Date.now() + 20;
		while (Date.now() < until);
		seen.push(clock.now() - begin);
		clock.at(clock.now() + minute, each);
	};
	clock.at(begin + minute, each);
	clock.moveTo(begin + 3 * minute);
	expect(seen).toEqual([minute, 2 * minute, 3 * minute]);
	clock.reset();
});

it('goes on from the moment it was moved to, also after work that failed', () => {
	const clock = new Clock();
	const begin = clock.now();
	clock.at(begin + minute, () => {
		throw new Error('failed');
	});
	expect(() => clock.moveTo(begin + 2 * minute)).toThrow('failed');
	clock.moveTo(begin + 5 * minute);
	expect(clock.now() - begin).toBeGreaterThanOrEqual(5 * minute);
	clock.reset();
});

// If this fails, someone with a link or a record can try millions of tokens a second, or making keys stops n8n.
import { hashOf, keyFrom, secretFrom } from '../../../nodes/shared/service/secrets';

/** Milliseconds of processor time, which a busy machine does not change. */
function processorTime(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

it('a key takes time to make of a token that is only guessed, and n8n still answers', () => {
	const guesses = Array.from({ length: 10 }, (_, nth) =>
		processorTime(() => keyFrom(`guess ${nth}`, ['opt-out', 'w'])),
	);
	expect(Math.min(...guesses)).toBeGreaterThan(5);
	expect(Math.min(...guesses)).toBeLessThan(200);
});

it('more keys of some tokens cost next to nothing', () => {
	keyFrom('known', ['a']);
	keyFrom('other', ['a']);
	const thousand = processorTime(() => {
		for (let nth = 0; nth < 1_000; nth++) keyFrom(nth % 2 ? 'known' : 'other', [`${nth}`]);
	});
	expect(thousand).toBeLessThan(1_000);
});

it('keys differ by token and by everything they are bound to', () => {
	const keys = [
		keyFrom('token', ['a', 'b']),
		keyFrom('other', ['a', 'b']),
		keyFrom('token', ['a', 'c']),
		keyFrom('token', ['a,b']),
		keyFrom(secretFrom('token', ['a', 'b']), []),
	].map((key) => key.toString('hex'));
	expect(new Set(keys).size).toBe(keys.length);
	expect(keyFrom(' token ', ['a', 'b']).toString('hex')).toBe(keys[0]);
});

it('keys and hashes are what they were before: links in messages and records go on working', () => {
	const all = 'DrW41vgbxnfaighWfMT6mgalfp7I2oXtc6f2JyeZYAI';
	expect([hashOf(['a']), hashOf(['a'], 6)]).toEqual([all, all.slice(0, 6)]);
	expect(keyFrom('token', ['a', 'b']).toString('base64url')).toBe(
		'YX_FNhV8_G1vPWcD8zHT-kv061DyKVnwwTpQcAZjoGE',
	);
});

// If this fails, a link answers another question than its own.
import { isKeyFor, keyFor } from '../../../nodes/shared/question/answerLink';
import { isLocalAddress } from '../../../nodes/shared/rules/addresses';

const bound = {
	...{ executionId: '17', nodeId: 'n-1', askedAt: '2026-01-05T10:00:00.000Z' },
	recipient: '0570002233',
};
const token = 'secret-token';
const key = keyFor(token, 'answer link', bound);

describe('the key of a link', () => {
	it('opens what it was made for, and is short', () => {
		expect(isKeyFor(key, token, 'answer link', bound)).toBe(true);
		expect(key).toMatch(/^[\w-]{22}$/);
	});

	it.each([
		['another execution', { executionId: '18' }],
		['another node', { nodeId: 'n-2' }],
		['another moment', { askedAt: '2026-01-05T10:00:00.001Z' }],
		['another person', { recipient: '0570002234' }],
		['parts put together in another way', { executionId: '17","n', nodeId: '-1' }],
	])('is not that of %s', (_name, other) => {
		expect(isKeyFor(key, token, 'answer link', { ...bound, ...other })).toBe(false);
	});

	it('is not that of the page, nor of another token', () => {
		expect(isKeyFor(key, token, 'answer page', bound)).toBe(false);
		expect(isKeyFor(key, 'another', 'answer link', bound)).toBe(false);
	});

	it.each([undefined, '', [key], key.slice(1), `${key}x`, key.toUpperCase()])(
		'is not %j',
		(given) => expect(isKeyFor(given, token, 'answer link', bound)).toBe(false),
	);
});

it.each([
	['http://localhost:5678/x', true],
	['http://127.0.0.1/x', true],
	['http://[::1]:5678/x', true],
	['https://n8n.example.com/x', false],
	['http://192.168.1.5:5678/x', false],
])('%s: only this machine can open it: %s', (address, isLocal) => {
	expect(isLocalAddress(address)).toBe(isLocal);
});

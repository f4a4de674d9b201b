// If this fails, a phone in what a person copies may belong to a stranger, who would get the message.
import { execFileSync } from 'node:child_process';

import { read, root } from './repository';

/** What people read, import or copy; numbers that no Israeli network assigns begin with 057. */
const places =
	'README.md SECURITY.md CHANGELOG.md .github bench credentials demo docs emulator examples n8n nodes';
const files = execFileSync('git', ['ls-files', ...places.split(' ')], {
	cwd: root,
	encoding: 'utf8',
})
	.split('\n')
	.filter(
		(file) => /\.(ts|tsx|md|json|csv|yml|html)$/.test(file) && !file.endsWith('package-lock.json'),
	);
const mobile = /(?<![\w.-])(?:0|\+?972[- ]?)5[0-9](?:[- ]?[0-9]){7}(?![\w])/g;

it('phones of examples, docs, the emulator and the nodes are ones that no network assigns', () => {
	const found = files.flatMap((file) =>
		(read(file).match(mobile) ?? []).map((phone) => ({ file, phone })),
	);
	expect(found.length).toBeGreaterThan(1000);
	expect(found.filter(({ phone }) => !/^(0|\+?972[- ]?)57/.test(phone))).toEqual([]);
});

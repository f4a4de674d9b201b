// If this fails, an error of the service is left unexplained.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { explainErrorText } from '../../nodes/shared/service/errorTexts';
import { documentedErrors } from '../documentedErrors';
import { everyOperation, scriptOf } from '../operations';

/** The permission each script asks for, as far as the specification gives one for the script as a whole. */
const permissions = new Map(
	readFileSync(path.join(__dirname, '../../docs/service-interface.md'), 'utf8')
		.split('\n')
		.flatMap((line) => {
			const [, script, permission] = /^`(\w+\.php)` · permission: (.+?)$/.exec(line) ?? [];
			return script === undefined ? [] : [[script, permission] as const];
		}),
);

it('every operation names the permission its script asks for', () => {
	const asked = everyOperation.filter(({ definition }) => permissions.has(scriptOf(definition)));
	expect(asked.length).toBeGreaterThan(20);
	for (const { name, definition } of asked) {
		const permission = definition.permission.replace(/ \(.*\)$/, '');
		expect([name, permission]).toEqual([name, permissions.get(scriptOf(definition))]);
	}
});

describe('the error texts of the specification', () => {
	it.each(documentedErrors)('%s: is explained, with a fix', (text) => {
		const explained = explainErrorText(text);
		expect(explained?.what).toMatch(/^[A-Z].*[^.]$/);
		expect(explained?.fix).toMatch(/\.$/);
	});

	it.each([
		['sub-user not found', /sub-admin does not exist/],
		['phone must be a valid Israeli phone', /Only Israeli/],
		['sub-admin chat permission denied', /sub-admin behind the token/],
		['Automation service not active', /switched off/],
		['msg missing with no file', /text is missing/],
		['`msg` missing with no file', /text is missing/],
		['file URL not allowed: https://n8n.example.com/rest?token=abc', /cannot fetch the file/],
		['host unresolved:https://n8n.example.com/rest?token=abc', /cannot fetch the file/],
		['"file too large"(https%3A%2F%2Fn8n.example.com%2Frest%3Ftoken%3Dabc)', /larger than 2 MB/],
		['unsupported file type: token.ogg', /does not send files of this type/],
		['token is invalid.', /not accept the token/],
		['Invalid token.Check it', /not accept the token/],
	])('%s is not mistaken for another', (text, what) => {
		expect(explainErrorText(text)?.what).toMatch(what);
	});

	it.each([
		'No token.pdf',
		'cannot open signed?token',
		'cannot open https://n8n.example.com/rest?token=abc&permission=template',
		'cannot open %3Ftoken%3Dabc',
		'cannot open /rest/binary-data/signed?token=abc',
	])('%s says nothing about the token of the account', (text) => {
		expect(explainErrorText(text)).toBeUndefined();
	});
});

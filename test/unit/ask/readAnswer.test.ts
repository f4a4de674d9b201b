// If this fails, something that no one tapped counts as an answer.
import type { Answerable, FormField } from '../../../nodes/shared/ask/question';
import { readAnswer, submittedOf } from '../../../nodes/shared/ask/readAnswer';

const field = (more: Partial<FormField>): FormField => ({
	...{ label: 'Field', type: 'text', choices: [], isRequired: false },
	...more,
});
const form = (...fields: Array<Partial<FormField>>): Answerable => ({
	type: 'customForm',
	fields: fields.map(field),
});
const freeText: Answerable = {
	type: 'freeText',
	fields: [field({ type: 'textarea', isRequired: true })],
};
const complaintsOf = (response: Answerable, submitted: Record<string, string>) => {
	const read = readAnswer(response, submitted);
	return 'complaints' in read ? Object.fromEntries(read.complaints) : undefined;
};

describe('an approval', () => {
	it.each([...['', 'yes', 'Approve', '__proto__', ' approve\n', '\u200bapprove', 'аpprove']])(
		'is not %j',
		(decision) => {
			expect(complaintsOf({ type: 'approval', fields: [] }, { decision })).toEqual({
				decision: 'empty',
			});
		},
	);
});

describe('a free text', () => {
	it.each(['\u200b', ' \u200e\u00a0\u2060 ', '\ufeff', '\u00ad', '\u3164', '\u2800'])(
		'is not nothing that a reader would see: %j',
		(text) => {
			expect(complaintsOf(freeText, { field0: text })).toEqual({ field0: 'empty' });
			const fields = form({ isRequired: true });
			expect(complaintsOf(fields, { field0: text })).toEqual({ field0: 'empty' });
		},
	);

	it.each<[Record<string, string>, string]>([
		[{}, 'empty'],
		[{ field0: 'x'.repeat(5001) }, 'tooLong'],
	])('is not nothing, and not endless', (submitted, field0) => {
		expect(complaintsOf(freeText, submitted)).toEqual({ field0 });
	});
});

describe('a form', () => {
	it('gives values by label, numbers as numbers, and null for what is empty', () => {
		const response = form(
			{ label: 'How many?', type: 'number' },
			{ label: 'When?', type: 'date' },
			{ label: 'Which?', type: 'radio', choices: ['A', 'B'] },
			{ label: 'Other', type: 'dropdown', choices: ['A', 'B'] },
			{ label: '__proto__' },
		);
		const submitted = {
			...{ field0: '-1.5', field1: '2026-02-28', field2: 'B', field3: 'A' },
			field4: '',
		};
		const read = readAnswer(response, submitted) as { answer: { fields: object } };
		expect(Object.entries(read.answer.fields)).toEqual([
			['How many?', -1.5],
			['When?', '2026-02-28'],
			['Which?', 'B'],
			['Other', 'A'],
			['__proto__', null],
		]);
	});

	it.each<[Partial<FormField>, string, string]>([
		[{ isRequired: true }, '', 'empty'],
		[{ type: 'number' }, '1e3', 'wrongNumber'],
		[{ type: 'number' }, '1,500', 'wrongNumber'],
		[{ type: 'number' }, '9'.repeat(400), 'wrongNumber'],
		[{ type: 'number' }, '12345678901234567890', 'wrongNumber'],
		[{ type: 'email' }, 'nobody', 'wrongEmail'],
		[{ type: 'date' }, '2026-02-30', 'wrongDate'],
		[{ type: 'dropdown', choices: ['A'] }, 'B', 'empty'],
		[{ type: 'date' }, '2026-02-28T10:00', 'wrongDate'],
		[{ type: 'radio', choices: ['A'] }, 'a ', 'empty'],
		[{ type: 'radio', choices: ['A'] }, 'A ', 'empty'],
		[{ type: 'dropdown', choices: ['A'] }, '\u200eA', 'empty'],
	])('%j does not take %j', (more, entered, complaint) => {
		expect(complaintsOf(form(more), { field0: entered })).toEqual({ field0: complaint });
	});
});

describe('what was sent', () => {
	const MULTIPART = 'multipart/form-data; boundary=x';

	it('is read from where n8n puts it, as it stands', () => {
		expect(submittedOf({ data: { a: ' x ', b: 'y\r\n' }, files: {} }, MULTIPART)).toEqual({
			...{ a: ' x ', b: 'y\r\n' },
		});
	});

	it.each([
		{ data: { decision: ['approve', 'decline'] } },
		{ data: { decision: { 0: 'approve' } } },
		{ data: { decision: 'approve', other: 1 } },
		{ data: { decision: null } },
	])('is no form of ours: %j', (body) => {
		expect(submittedOf(body, MULTIPART)).toBeUndefined();
	});

	it.each([
		undefined,
		'application/x-www-form-urlencoded',
		'multipart/mixed; boundary=x',
		'application/json; multipart/form-data;',
	])('counts in the form of the page alone, not as %j', (contentType) => {
		const body = { data: { decision: 'approve' }, files: {} };
		expect(submittedOf(body, contentType)).toBeUndefined();
	});

	it.each([undefined, null, '', 'text', [], { data: null }, { data: undefined }, { a: 'x' }])(
		'is nothing where there is nothing: %j',
		(body) => {
			expect(submittedOf(body, MULTIPART)).toEqual({});
		},
	);

	it('is not looked at beyond what an answer can be', () => {
		const body = { data: { field0: 'x'.repeat(20_000_000) } };
		const submitted = submittedOf(body, MULTIPART)!;
		expect(submitted.field0).toHaveLength(20_000);
		expect(complaintsOf(freeText, submitted)).toEqual({ field0: 'tooLong' });
	});
});

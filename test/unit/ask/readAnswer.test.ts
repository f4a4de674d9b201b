// If this fails, something that no one tapped counts as an answer.
import type { Answerable, FormField } from '../../../nodes/shared/ask/question';
import { readAnswer, submittedOf } from '../../../nodes/shared/ask/readAnswer';
import { playTables } from '../playTables';
import answers from './readAnswer.json';

const asked = (type: Answerable['type'], fields: Array<Partial<FormField>>): Answerable => ({
	type,
	fields: fields.map((field) => ({
		...{ label: 'Field', type: 'text', choices: [], isRequired: false },
		...field,
	})),
});
const complaintsOf = (
	type: Answerable['type'],
	fields: Array<Partial<FormField>>,
	submitted: Record<string, string>,
) => {
	const read = readAnswer(asked(type, fields), submitted);
	return 'complaints' in read ? Object.fromEntries(read.complaints) : undefined;
};

playTables(answers, {
	'what is wrong with an answer': complaintsOf,
	'what was sent with a form': submittedOf,
});

it('a form gives values by label, numbers as numbers, and null for what is empty', () => {
	const choices = ['A', 'B'];
	const form = asked('customForm', [
		{ label: 'How many?', type: 'number' },
		{ label: 'When?', type: 'date' },
		{ label: 'Which?', type: 'radio', choices },
		{ label: 'Other', type: 'dropdown', choices },
		{ label: '__proto__' },
	]);
	const submitted = { field0: '-1.5', field1: '2026-02-28', field2: 'B', field3: 'A', field4: '' };
	const read = readAnswer(form, submitted) as { answer: { fields: object } };
	expect(Object.entries(read.answer.fields)).toEqual([
		['How many?', -1.5],
		['When?', '2026-02-28'],
		['Which?', 'B'],
		['Other', 'A'],
		['__proto__', null],
	]);
});

it('what was sent is not looked at beyond what an answer can be', () => {
	const body = { data: { field0: 'x'.repeat(20_000_000) } };
	const submitted = submittedOf(body, 'multipart/form-data; boundary=x')!;
	expect(submitted.field0).toHaveLength(20_000);
	const freeText: Partial<FormField> = { type: 'textarea', isRequired: true };
	expect(complaintsOf('freeText', [freeText], submitted)).toEqual({ field0: 'tooLong' });
});

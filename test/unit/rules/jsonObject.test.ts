// If this fails, a list or a broken text passes as an object.
import { jsonObject } from '../../../nodes/shared/rules/perPhone';
import { groupedValues } from '../../../nodes/shared/templates/parameterValues';

describe('an object a person writes', () => {
	it.each<[unknown, object]>([
		['{"a":1}', { a: 1 }],
		[' { "a": 1 }\n', { a: 1 }],
		[{ a: 1 }, { a: 1 }],
		['', {}],
		[' \n', {}],
	])('is read from %j', (entered, value) => {
		expect(jsonObject(entered)).toEqual(value);
	});

	it.each(['[1]', [1], 'null', null, '7', 7, '"a"', 'true', true, '{"a":', undefined])(
		'is none of %j',
		(entered) => expect(jsonObject(entered)).toBeUndefined(),
	);

	it.each(['', ' ', {}, { body: null, header: '' }, { body: { 1: '' } }])(
		'%j has no values for a template, which may need none',
		(entered) => expect(groupedValues(entered)).toEqual({ value: {} }),
	);
});

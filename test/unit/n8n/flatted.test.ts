// If this fails, tests read executions wrongly and prove nothing.
import { parseFlatted } from '../../../n8n/flatted';

describe('parseFlatted', () => {
	it('follows positions in objects and lists and keeps other values as they are', () => {
		const text =
			'[{"name":"1","list":"2","count":7,"none":null},"Dana",["1","3",true],{"deep":"4"},"0"]';
		expect(parseFlatted(text)).toEqual({
			name: 'Dana',
			list: ['Dana', { deep: '0' }, true],
			count: 7,
			none: null,
		});
	});

	it('keeps shared parts shared and circles closed', () => {
		const found = parseFlatted('[{"a":"1","b":"1","self":"0"},{"x":1}]') as Record<string, unknown>;
		expect(found.a).toBe(found.b);
		expect(found.self).toBe(found);
	});

	it('is undefined for an execution that has stored nothing yet', () => {
		expect(parseFlatted('[]')).toBeUndefined();
	});
});

// If this fails, wrong values leave, fields that exclude each other too, or one mistake is reported as many.
import { checkRequest, exactlyOneOf } from '../../../nodes/shared/rules/checkRequest';
import { EMPTY, problem } from '../../../nodes/shared/rules/reader';

describe('the rules of a request', () => {
	const never = () => problem('is wrong', 'Correct it.');
	const as = (value: unknown) => ({ value });
	const check = (entered: object) =>
		checkRequest(
			{
				tts: { label: 'Text', reader: never },
				sid: { label: 'Service Code', reader: as },
				from: { label: 'Caller', reader: as, isRequired: true },
			},
			[exactlyOneOf('tts', 'sid')],
			{ ...entered },
			{ now: new Date() },
		);
	const saidOf = (entered: object) => {
		const checked = check(entered);
		return 'problems' in checked
			? checked.problems.map(({ field, rule }) => `${field} ${rule}`)
			: checked.body;
	};

	it('leave out what is empty', () => {
		expect(saidOf({ from: '0', sid: 7, tts: '' })).toEqual({ from: '0', sid: 7 });
	});

	it('say all that is wrong with single values, and nothing that only follows from it', () => {
		expect(saidOf({ tts: 'Hi' })).toEqual(['Text is wrong', 'Caller is empty or missing']);
	});

	it('say what is wrong with values together, once each is right', () => {
		expect(saidOf({ from: '0', sid: '' })).toEqual(['Service Code is empty or missing']);
	});
});

describe('exactly one of several parameters', () => {
	const check = (body: object, entered = body) =>
		exactlyOneOf('tts', 'fileurl', 'sid')({ ...body }, { entered: { ...entered } } as never);

	it('is right as it is', () => expect(check({ sid: '7' })).toBeUndefined());

	it('is missed where a person was asked for it', () => {
		expect(check({}, { fileurl: '', tts: undefined })).toEqual({ wire: 'fileurl', ...EMPTY });
		expect(check({}, { sid: null })).toEqual({ wire: 'sid', ...EMPTY });
		expect(check({}, {})).toEqual({ wire: 'tts', ...EMPTY });
	});

	it('is not two: no one knows which was meant', () => {
		const said = { rule: 'cannot be used together with', fix: 'Clear one of the two fields.' };
		expect(check({ sid: '7', tts: 'Hello' })).toEqual({ wire: 'sid', besides: 'tts', ...said });
	});
});

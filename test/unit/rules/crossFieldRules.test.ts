// If this fails, fields that exclude each other are sent together.
import { exactlyOneOf } from '../../../nodes/shared/rules/checkRequest';
import { EMPTY } from '../../../nodes/shared/rules/reader';

describe('exactly one of several parameters', () => {
	const check = (body: object, entered = body) =>
		exactlyOneOf('tts', 'fileurl', 'sid')({ ...body }, { entered: { ...entered } } as never);

	it('is right as it is', () => expect(check({ sid: '7' })).toEqual([]));

	it('is missed where a person was asked for it', () => {
		expect(check({}, { fileurl: '', tts: undefined })).toEqual([{ wire: 'fileurl', ...EMPTY }]);
		expect(check({}, { sid: null })).toEqual([{ wire: 'sid', ...EMPTY }]);
		expect(check({}, {})).toEqual([{ wire: 'tts', ...EMPTY }]);
	});

	it('is not two: no one knows which was meant', () => {
		expect(check({ sid: '7', tts: 'Hello' })).toEqual([
			{
				wire: 'sid',
				besides: 'tts',
				rule: 'cannot be used together with',
				fix: 'Clear one of the two fields.',
			},
		]);
	});
});

// If this fails, a customer gets an unfilled or wrong name.
import { literally, parseMergeText, unmergedText } from '../../../nodes/shared/values/mergeFields';
import { playTables } from '../playTables';
import texts from './mergeFields.json';

type OptOut = NonNullable<Parameters<typeof parseMergeText>[1]>['optOut'];

const fill = (source: string, json: object, emptiable?: string, optOut?: OptOut) => {
	const parsed = parseMergeText(source, { mayBeEmpty: (name) => name === emptiable, optOut });
	return 'problem' in parsed ? parsed : parsed.value.fill({ ...json });
};

playTables(texts, {
	'a text with merge fields': fill,
	'a text that is sent as it is': (source: string, json: object) => {
		const parsed = unmergedText(source) as { value: { fill(json: object): unknown } };
		return parsed.value.fill(json);
	},
});

it.each(['C:\\', 'a\\\\', '\\{x\\}', '{first_name}', '\\|'])(
	'data %j stays as it is before, behind and inside a merge field',
	(data) => {
		const json = { first_name: 'Dana' };
		const typed = literally(data);
		expect(fill(`${typed}{first_name}`, json)).toEqual({ value: `${data}Dana` });
		expect(fill(`{first_name}${typed}`, json)).toEqual({ value: `Dana${data}` });
		expect(fill(`{none|${typed}}!`, {})).toEqual({ value: `${data}!` });
	},
);

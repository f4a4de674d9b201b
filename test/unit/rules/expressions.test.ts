// If this fails, a value that differs by row is read once for all.
import { isSameForAll } from '../../../nodes/shared/rules/expressions';

describe('isSameForAll', () => {
	it.each([
		'Hello',
		'{{ "Hello" }}',
		'{{ $now.plus(1, "day").toISO() }} until {{ $today }}',
		'{{ $vars.shop }}{{ $workflow.name }}',
		'{{ `at ${$now.hour}` }}',
		`{{ $('Settings').first().json.text }} {{ $("Rows").all().length }} {{ $('A').last() }}`,
	])('the same for every item: %s', (code) => expect(isSameForAll(code)).toBe(true));

	it.each([
		'{{ $json.text }}',
		'{{ `${$json.text}` }}',
		'{{ $now }} {{ $input.item.json.x }}',
		"{{ $('Rows').item.json.x }}",
		"{{ $('Rows').all()[$itemIndex].json.x }}",
		"{{ $('Rows').first($json.branch).json.x }}",
		"{{ $('It\\'s').first().json.x }}",
		'{{ $("Rows")["item"].json.x }}',
		'{{ Math.random() }}',
		'{{ [1, 2].randomItem() }}',
		'{{ this["$" + "json"].x }}',
		'{{ \\u0024json.x }}',
		'{{ $parameter.phoneNumbers }}',
		'{{ $jsonata }} {{ $nowhere }}',
	])('may differ from item to item: %s', (code) => expect(isSameForAll(code)).toBe(false));
});

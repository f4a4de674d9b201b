import type { Template } from '../state/template';
import { buttonProblem } from './buttonValue';
import { replacedIn, type Placeholders } from './placeholders';
import { requiredParams, type RequiredParam } from './requiredParams';
import type { TemplateValues } from './values';

/** The first documented error of a set of values; undefined when the template can be sent with them. */
export function valuesProblem(
	template: Template,
	values: TemplateValues,
	placeholders: Placeholders,
): string | undefined {
	for (const param of requiredParams(template)) {
		const value = values[param.kind][String(param.index)] ?? '';
		if (value.trim() === '') return missing(param);
		if (param.kind !== 'button') continue;
		const bare = placeholders === 'none' ? value : value.replace(replacedIn(placeholders), 'x');
		const problem = buttonProblem(bare);
		if (problem !== undefined) {
			return `template button parameter for button index ${param.index} ${problem}`;
		}
	}
	return undefined;
}

function missing({ kind, index }: RequiredParam): string {
	return kind === 'button'
		? `missing required template button parameter for button index ${index}`
		: `missing required template ${kind} parameter {{${index}}}`;
}

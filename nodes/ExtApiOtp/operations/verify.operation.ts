import { optionsFields, textField } from '../../shared/fields/field';
import type { PerItemOperation } from '../../shared/operations/operation';
import { typedCode } from '../../shared/rules/text';
import { endpoints } from '../../shared/service/endpoints';
import type { CrossFieldRule } from '../../shared/values/rowsKind';
import { codeLengthOption, codeResource, phoneField, validityOption } from './otpFields';

/** Restores the leading zeros that a code loses as a number, for example in a form. */
const withZeros: CrossFieldRule = (body, { entered }) => {
	const length = Number(body.codelen ?? codeLengthOption.default);
	if (typeof entered?.code === 'number') body.code = String(body.code).padStart(length, '0');
	return undefined;
};

/** Checks a one-time code (specification, "One-time codes", verify call). */
export const verify: PerItemOperation = {
	resource: codeResource,
	name: 'Verify',
	value: 'verify',
	action: 'Verify one-time code',
	description:
		"Check the code a person entered. The output has valid: true or false; a wrong, expired or used code isn't an error.",
	endpoint: endpoints.oneTimeCode,
	effect: 'once',
	fields: [
		phoneField,
		textField({
			displayName: 'Code',
			name: 'code',
			required: true,
			placeholder: 'e.g. 12345',
			description:
				"What the person entered. A number gets back the zeros at its beginning, by 'Code Length'.",
			wire: 'code',
			reader: typedCode,
		}),
		...optionsFields(codeLengthOption, validityOption),
	],
	rules: [withZeros],
	output: ({ code }, _item, { phone }) => {
		const valid = code === 'CODE_VALID';
		return { outcome: valid ? 'accepted' : 'refused', result: code, valid, phone };
	},
};

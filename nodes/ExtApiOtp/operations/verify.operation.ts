import { optionsFields, textField } from '../../shared/fields/field';
import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { typedCode } from '../../shared/rules/text';
import { codeLengthOption, codeResource, phoneField, validityOption } from './otpFields';

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
			description: 'What the person entered',
			wire: 'code',
			reader: typedCode,
		}),
		...optionsFields(codeLengthOption, validityOption),
	],
	output: ({ code }, _item, { phone }) => {
		const valid = code === 'CODE_VALID';
		return { outcome: valid ? 'accepted' : 'refused', result: code, valid, phone };
	},
};

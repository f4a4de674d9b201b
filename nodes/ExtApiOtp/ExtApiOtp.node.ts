import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { builderHint } from '../shared/fields/hints';
import { executing, nodeParts, subtitleOf } from '../shared/operations/operation';
import { extApiConnectionTest } from '../shared/service/connectionTest';
import { searchAuthenticationTemplates } from '../shared/templates/picker';
import { send } from './operations/send.operation';
import { verify } from './operations/verify.operation';

export class ExtApiOtp implements INodeType {
	operations = [send, verify];

	description: INodeTypeDescription = {
		displayName: 'ExtApi OTP',
		name: 'extApiOtp',
		icon: { light: 'file:../icons/otp.svg', dark: 'file:../icons/otp.dark.svg' },
		subtitle: subtitleOf(this.operations),
		description: 'Send one-time codes by SMS, voice or chat, and verify them',
		defaults: { name: 'ExtApi OTP' },
		usableAsTool: true,
		builderHint: builderHint(
			"Operation send sends a code, operation verify checks what the person entered: valid is true or false. A wrong code isn't an error: branch on valid.",
		),
		...nodeParts(this.operations),
	};

	methods = {
		credentialTest: { extApiConnectionTest },
		listSearch: { searchAuthenticationTemplates },
	};

	execute = executing(this.operations);
}

import type { Field } from './field';
/** What a node does with requests of an earlier try whose outcome is unknown. */
export type UnknownOutcome = 'stop' | 'sendAgain';

/** Option of all sending operations; its name is the one `unknownOutcome` is read by. */
export const unknownOutcomeOption: Field = {
	displayName: 'On Unknown Outcome',
	name: 'unknownOutcome',
	type: 'options',
	options: [
		{
			name: 'Send Again',
			value: 'sendAgain',
			description: 'A retry sends it again (a recipient may get the message twice)',
		},
		{
			name: 'Stop and Say So',
			value: 'stop',
			description: 'A retry does not send it again: check in the service first',
		},
	],
	default: 'stop',
	description:
		"What a retry does with a request whose answer never came, so that nobody knows whether the service accepted it. For 'Retry' in the executions list and for 'Retry On Fail'; with a Campaign Key for every later execution, once the request is certainly over.",
};

import type { Field } from '../fields/field';
import type { Endpoint } from '../service/endpoints';
import type { RequestRules } from '../rules/checkRequest';

/** What is particular to a channel that questions are sent by. */
export interface QuestionKind {
	url: Endpoint;
	fields: Field[];
	/** Rules of the request's parameters. `msg` is held against its rule with the link in it. */
	rules: RequestRules;
	/** The service's parameter for a recipient. */
	recipientWire: 'list' | 'to';
	/** How many messages a text is billed as, where that depends on it. */
	messagesOf?(text: string): number;
}

import type { IDataObject, INodeProperties, PreSendAction } from 'n8n-workflow';

import { inputError } from './checkBody';
import { choicesByExpression } from './choicesByExpression';
import { notePhone } from './preparing';

/**
 * Makes the preSend hook that takes out of a request what a choice by an expression leaves out for its
 * item. It throws NodeOperationError for an expression that gives what the choice does not offer.
 *
 * @param fields the operation's fields
 */
export function leaveOutByChoices(fields: INodeProperties[]): PreSendAction {
	return async function (options) {
		const choices = choicesByExpression(this.getNode().parameters, fields);
		if (choices === undefined) return options;
		const leftOut = choices.leftOut(({ name, default: usual }) =>
			this.getNodeParameter(name, usual),
		);
		if ('problem' in leftOut) {
			throw inputError(this.getNode(), [leftOut.problem], this.getItemIndex());
		}
		const body = { ...(options.body as IDataObject) };
		for (const wire of leftOut.wires) delete body[wire];
		notePhone(this, body);
		return { ...options, body };
	};
}

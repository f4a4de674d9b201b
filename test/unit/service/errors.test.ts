// If this fails, what may have been sent is called not sent, an error is explained as another one, or a foreign address gets
// a key that starts or wakes workflows.
import {
	type NodeApiError,
	NodeOperationError,
	UserError,
	type IDataObject,
	type INode,
} from 'n8n-workflow';

import { errorText } from '../../../nodes/shared/n8n/output';
import {
	connectionError,
	errorForItem,
	replyError,
	explainErrorText,
	undocumentedError,
} from '../../../nodes/shared/service/apiError';
import {
	connectionOf,
	jsonBody,
	serviceUrl,
	tokenText,
	toService,
} from '../../../nodes/shared/service/connection';
import type { Effect } from '../../../nodes/shared/service/endpoints';
import { outcomeOfError } from '../../../nodes/shared/service/rowOutcome';
import {
	cleaned,
	sameKey,
	tokenForKeys,
	withoutToken,
} from '../../../nodes/shared/service/secrets';
import { messageForModel, quietNumbers } from '../../../nodes/shared/service/nodeErrors';
import {
	addressWithKey,
	notificationKey,
	ownTrigger,
} from '../../../nodes/shared/service/notificationAddress';
import documentedErrors from '../../documentedErrors.json';
import { playTables } from '../playTables';
import errors from './errors.json';

const node = { name: 'Send', type: 'extApiSms', parameters: {} } as unknown as INode;
const tool = { ...node, type: `${node.type}Tool` };
const token = 'demo-token-full';
const key = notificationKey(token, 'trigger', 'my-id', 'sms');
/** An n8n whose editor stands at another address than its webhooks, behind a path. */
const own = {
	resumeUrl: 'https://hooks.example.com/n8n/webhook-waiting/17?signature=x',
	instanceUrl: 'https://n8n.example.com/',
};

type Progress = Parameters<typeof connectionError>[4];
const broken = (thrown: unknown, effect: Effect = 'once', progress: Progress = 'asked') => {
	return saidBy(connectionError(node, thrown, 3, effect, progress));
};
const saidBy = ({ message, description: fix, httpCode: code, context }: NodeApiError) => {
	const { outcome, itemIndex: item, texts, reason, retryAfterSeconds } = context;
	return { message, fix, code, outcome, item, texts, reason, retryAfterSeconds };
};
type Failed = Parameters<typeof replyError>[1];
/** As n8n wraps what its HTTP client threw. */
const wrapped = (cause: object) => Object.assign(new Error('n8n says'), { cause });

playTables(errors, {
	'the base URL of the credential': serviceUrl,
	'the URL that a request goes to': toService,
	'the token as it is sent': tokenText,
	'the parameters that the token joins': jsonBody,
	'what an error text means': (text: string) => explainErrorText(text)?.what,
	'a request that broke': broken,
	'a reply that is no success': (reply: Failed, effect?: Effect, operation?: string) =>
		saidBy(replyError({ ...node, parameters: { operation } }, reply, 3, effect)),
	'a reply that a model reads': (reply: Failed) => replyError(tool, reply).message,
	'a reply of which something is not documented': (effect: Effect) =>
		saidBy(undocumentedError(node, 'no balance', effect, 3)),
	'the failure of an item by itself': (message: string) =>
		saidBy(errorForItem(node, new Error(message), 3)),
	'the settings of a connection': (requestOptions: object) =>
		connectionOf({ ...node, parameters: { requestOptions } } as INode),
	'a text without the token': (secret: string, text: string) => withoutToken(secret)(text),
	'an address for notifications': (address: string, told: object = {}) =>
		addressWithKey(address, token, 'sms', () => ({ ...own, ...told })).replace(key, 'KEY'),
	'a trigger of this n8n': (address: string) => ownTrigger(address, () => own),
	'the token that keys are made of': tokenForKeys,
	'the query of a call without the token': (query: IDataObject) =>
		cleaned(query, withoutToken('demo1234')),
	'what an error says of its row': outcomeOfError,
	'whether a key is the right one': sameKey,
	'what a model reads': (of: 'node' | 'tool', message: string, fix: string) =>
		messageForModel(of === 'tool' ? tool : node, message, fix),
	'what happened and how to fix it, in one text': errorText,
	'an error without the numbers that n8n would log': quietNumbers,
});

it.each([
	['for the person', new UserError('The credential was removed')],
	['of a node', new NodeOperationError(node, 'The credential was removed')],
])('an error of n8n %s is repeated; nothing left unless a reply had come', (_what, cause) => {
	const message = 'The credential was removed';
	expect(broken(cause)).toMatchObject({
		...{ message, outcome: 'refused', fix: expect.stringContaining('Nothing was sent') as string },
	});
	expect(broken(wrapped(cause))).toMatchObject({ message, item: 3 });
	expect(broken(cause, 'once', 'answered').outcome).toBe('unknown');
});

it('causes that go in circles are read once', () => {
	const circle = new Error('Cannot decrypt');
	const { outcome } = broken(Object.assign(circle, { cause: circle }), 'once', 'before');
	expect(outcome).toBe('refused');
});

it('the failure of an item is no more certain than that of its request', () => {
	const lost = connectionError(node, new Error('socket hang up'));
	const ofItem = { outcome: 'unknown', itemIndex: 3 };
	expect(errorForItem(node, lost, 3).context).toMatchObject(ofItem);
	expect(errorForItem(node, new Error('no'), 3).context.outcome).toBe('refused');
});

it.each(documentedErrors)('the documented error "%s" is quoted, with a fix', (description) => {
	const refused = { kind: 'refused', description, httpStatus: 200 } as const;
	const { message, context } = replyError(node, refused);
	const texts = (context.texts ?? { message }) as { message: string };
	const { what, fix = 'fix.' } = explainErrorText(description) ?? {};
	expect(texts.message).toBe(`${what ?? 'The service refused the request'}: "${description}"`);
	expect(fix).toMatch(/\.$/);
});

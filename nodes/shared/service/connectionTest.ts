import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { requestDefaults, serviceUrl, tokenText } from './connection';
import { documentedReply } from './documentedReplies';
import { endpoints, type Endpoint } from './endpoints';
import type { HttpReply } from './readReply';
import { deadlineIn, receive, timeOut } from './receive';
import { withoutToken } from './secrets';

/** A harmless question that only a token with certain permissions gets an answer to. */
interface Probe {
	url: Endpoint;
	body: IDataObject;
	/** Refusals that only a permitted token gets. */
	permitted?: RegExp;
}

/**
 * Campaign status comes first: SMS, telephony and chat tokens may all ask for it (specification,
 * "Follow a campaign"). The others cover the remaining three permissions.
 */
const probes: Probe[] = [
	{ url: endpoints.campaign, body: { tid: '1', act: 'status' } },
	{
		url: endpoints.contacts,
		body: { act: 'check', pid: '0', list: '0570000001' },
		permitted: /list not found|pid/i,
	},
	{
		url: endpoints.subAdmin,
		body: { act: 'creditcheck', suid: '0', type: 'sms' },
		permitted: /sub-?user not found|suid/i,
	},
	{
		url: endpoints.automation,
		body: { autoid: '0' },
		permitted: /autoid|automation not found|no field definitions/i,
	},
];

/** Milliseconds a person waits for the test at most, for each question. */
const TEST_TIMEOUT_MS = 15_000;

/**
 * Tests a credential: green for a token with any permission, otherwise the service's own words.
 * Nothing is sent or changed.
 */
export async function extApiConnectionTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, token } = credential.data ?? {};
	const clean = withoutToken(token);
	const failure = (message: string) => ({ status: 'Error' as const, message: clean(message) });
	let firstRefusal: string | undefined;
	try {
		const base = serviceUrl(baseUrl);
		for (const { url, body, permitted } of probes) {
			const asked = { ...body, token: tokenText(token) };
			const answer = await ask(this, base + url, asked, clean);
			const reply = documentedReply(url, body, answer);
			if (reply.kind === 'failed') {
				return failure(`The service gave no usable answer: ${reply.reason}`);
			}
			if (reply.kind === 'accepted' || permitted?.test(reply.description)) {
				return { status: 'OK', message: 'Connection successful' };
			}
			firstRefusal ??= reply.description;
		}
	} catch (error) {
		return failure((error as Error).message);
	}
	return failure(`The service refused the token: "${firstRefusal}"`);
}

/**
 * A credential test has no other way to make a request than this helper, which follows no redirect of a POST, and ends
 * none at a time: one that is late is no longer waited for.
 */
async function ask(
	{ helpers }: ICredentialTestFunctions,
	uri: string,
	body: IDataObject,
	clean: (text: string) => string,
) {
	const deadline = deadlineIn(TEST_TIMEOUT_MS);
	const asked = helpers.request({
		uri,
		method: requestDefaults.method,
		headers: requestDefaults.headers,
		body: JSON.stringify(body),
		simple: false,
		resolveWithFullResponse: true,
		useStream: true,
		timeout: TEST_TIMEOUT_MS,
	}) as Promise<HttpReply>;
	const late = new Promise<never>((_resolve, reject) => {
		deadline.addEventListener('abort', () => reject(timeOut()));
	});
	return await receive(await Promise.race([asked, late]), deadline, clean);
}

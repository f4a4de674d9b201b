// Whether a credential works.
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { requestDefaults, serviceUrl, tokenText } from './connection';
import { documentedReply } from './documentedReplies';
import { endpoints } from './endpoints';
import { deadlineIn, receive, timeOut } from './postRequest';
import type { HttpReply } from './readReply';
import { withoutToken } from './secrets';

/**
 * A harmless question that SMS, telephony and chat tokens may ask (specification, "Follow a
 * campaign"). The reply shows whether a token is wrong or only lacks the permission.
 */
const QUESTION = { tid: '1', act: 'status' };
const LACKS_PERMISSION = /permission denied/i;

/** Milliseconds that a person waits at most. */
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
	try {
		const url = serviceUrl(baseUrl) + endpoints.campaign;
		const answer = await ask(this, url, { ...QUESTION, token: tokenText(token) }, clean);
		const reply = documentedReply(endpoints.campaign, QUESTION, answer);
		if (reply.kind === 'failed') {
			return failure(`The service gave no usable answer: ${reply.reason}`);
		}
		if (reply.kind === 'refused' && !LACKS_PERMISSION.test(reply.description)) {
			return failure(`The service refused the token: "${reply.description}"`);
		}
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		return failure((error as Error).message);
	}
}

/**
 * A credential test can make requests only with this helper. It follows no redirect of a POST. It
 * does not end a late request, so the test just stops waiting.
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

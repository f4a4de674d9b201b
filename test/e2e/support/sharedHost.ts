import type { Host } from '../../../demo/startStack';
import { N8nClient } from '../../../n8n/client';

/** What a file of tests may do with an n8n that others use, too. */
export interface SharedHost {
	n8n: Pick<Host['n8n'], 'url' | 'userFolder' | 'logFile'>;
	client: N8nClient;
}

const SHARED = 'N8N_TEST_SHARED';

/** Environment that makes {@link sharedHost} of other processes find an n8n, which stays the caller's to stop. */
export function share({ n8n: { url, userFolder, logFile }, client: { session } }: SharedHost) {
	return { [SHARED]: JSON.stringify({ url, userFolder, logFile, session }) };
}

/** The n8n of the run. Each file has a service and a credential of its own there, and its own webhook paths and tables. */
export function sharedHost(): SharedHost {
	const { session, ...n8n } = JSON.parse(process.env[SHARED]!) as SharedHost['n8n'] & {
		session: string[];
	};
	return { n8n, client: new N8nClient(n8n.url, session) };
}

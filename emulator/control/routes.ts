import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FaultRule } from '../faults/faults';
import type { CampaignStatus } from '../state/campaign';
import type { SettingValues } from '../state/settings';
import type { AccountChange, Control } from './control';

type Ask = (request: FastifyRequest) => unknown;

function bodyOf<T>(request: FastifyRequest): T {
	const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
	return JSON.parse(bytes.toString('utf8') || '{}') as T;
}

const queryOf = (request: FastifyRequest) => request.query as Record<string, string | undefined>;

/** The control interface over HTTP, for a test or a demo in another process. `emulator/README.md` lists the routes. */
export function controlRoutes(control: Control) {
	const redirected: Array<{ method: string; at: number }> = [];
	const get: Record<string, Ask> = {
		'/ledger': () => control.ledger(),
		'/requests': () => control.requests(),
		'/notifications': () => control.notifications(),
		'/campaigns': () => control.campaigns(),
		'/clock': () => ({ now: new Date(control.now()).toISOString() }),
		'/faults': () => control.faults(),
		'/runs': () => control.runs(),
		'/settings': () => control.settings(),
		'/codes': (request) => control.codes(queryOf(request).phone),
		'/contacts': (request) =>
			control.contacts(Number(queryOf(request).pid), queryOf(request).account),
		'/redirections': () => redirected,
	};
	const post: Record<string, Ask> = {
		'/clock': (request) => {
			const { now, ...by } = bodyOf<{ now?: string; minutes?: number }>(request);
			if (now === undefined) control.advance(by);
			else control.setNow(now);
		},
		'/faults': (request) => {
			const rules = bodyOf<FaultRule | FaultRule[]>(request);
			control.addFaults(Array.isArray(rules) ? rules : [rules]);
		},
		'/inbound': (request) => {
			const { phone, account } = bodyOf<Record<string, string>>(request);
			control.inbound(phone, account);
		},
		'/settings': (request) => control.changeSettings(bodyOf<Partial<SettingValues>>(request)),
		'/account': (request) => control.changeAccount(bodyOf<AccountChange>(request)),
		'/reset': () => control.reset(),
		'/campaigns/:tid': (request) => {
			const { status, notification } = bodyOf<{
				status: CampaignStatus;
				notification?: 'UNKNOWN_ERROR';
			}>(request);
			control.setCampaign((request.params as { tid: string }).tid, status, notification);
		},
	};

	return async (server: FastifyInstance) => {
		server.setErrorHandler(async (error: Error, _request, reply) => {
			await reply.code(400).send({ error: error.message });
		});
		for (const [path, ask] of Object.entries(get)) {
			server.get(path, async (request) => await ask(request));
		}
		for (const [path, ask] of Object.entries(post)) {
			server.post(path, async (request) => (await ask(request)) ?? { done: true });
		}
		server.delete('/requests', async () => {
			control.clearRequests();
			return { done: true };
		});
		server.delete('/faults', async () => {
			control.clearFaults();
			return { done: true };
		});
		server.route({
			method: ['GET', 'POST'],
			url: '/redirected',
			handler: async ({ method }) => {
				redirected.push({ method, at: control.now() });
				return { redirected: true };
			},
		});
	};
}

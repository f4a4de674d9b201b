import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FaultRule } from '../faults/faults';
import type { CampaignStatus } from '../state/campaign';
import type { SettingValues } from '../state/settings';
import type { AccountChange, Control } from './control';
import { eventRoute } from './events';

type Ask = (request: FastifyRequest) => unknown;

function bodyOf<T>(request: FastifyRequest): T {
	const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
	return JSON.parse(bytes.toString('utf8') || '{}') as T;
}

const paramsOf = (request: FastifyRequest) => request.params as Record<string, string>;
const queryOf = (request: FastifyRequest) => request.query as Record<string, string | undefined>;

const usualLimit = 500;
const limitOf = (request: FastifyRequest): number =>
	Math.min(Math.max(Number(queryOf(request).limit ?? usualLimit) || usualLimit, 1), 20_000);

/** The control interface over HTTP, for a test or a demo in another process. `emulator/README.md` lists the routes. */
export function controlRoutes(control: Control) {
	const redirected: Array<{ method: string; at: number }> = [];
	const get: Record<string, Ask> = {
		'/ledger': () => control.ledger(),
		'/requests': () => control.requests(),
		'/notifications': () => control.notifications(),
		'/downloads': () => control.downloads(),
		'/requests/newest': (request) => control.newestRequests(limitOf(request)),
		'/requests/:index': (request) => control.request(Number(paramsOf(request).index)),
		'/campaigns': () => control.campaigns(),
		'/campaigns/newest': (request) =>
			control.newestCampaigns(limitOf(request), queryOf(request).saved === '1'),
		'/campaigns/:tid': (request) => control.campaign(paramsOf(request).tid),
		'/phones': (request) =>
			control.phones.list(queryOf(request).search, Number(queryOf(request).since ?? 0)),
		'/phones/:phone': (request) => control.phones.thread(paramsOf(request).phone),
		'/accounts': () => control.accounts(),
		'/clock': () => ({
			now: new Date(control.now()).toISOString(),
			aheadMs: control.now() - Date.now(),
		}),
		'/faults': () => control.faults(),
		'/faults/outstanding': () => control.outstandingFaults(),
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
			if (now === 'real') control.setRealTime();
			else if (now === undefined) control.advance(by);
			else control.setNow(now);
		},
		'/faults': (request) => {
			const rules = bodyOf<FaultRule | FaultRule[]>(request);
			control.addFaults(Array.isArray(rules) ? rules : [rules]);
		},
		'/inbound': async (request) => {
			const { phone, text, account } = bodyOf<Record<string, string>>(request);
			if (text === undefined) return control.inbound(phone, account);
			return await control.phones.write(phone, text, account).then((forwarded) => ({ forwarded }));
		},
		'/phones/:phone/digits': (request) => {
			const { id, digits } = bodyOf<{ id: number; digits: string }>(request);
			control.phones.press(paramsOf(request).phone, id, digits);
		},
		'/phones/:phone/block': (request) => {
			const { blocked, account } = bodyOf<{ blocked: boolean; account?: string }>(request);
			control.phones.block(paramsOf(request).phone, blocked, account);
		},
		'/phones/:phone/lists/:pid': (request) => {
			const { left, account } = bodyOf<{ left: boolean; account?: string }>(request);
			const { phone, pid } = paramsOf(request);
			control.phones.leave(phone, Number(pid), left, account);
		},
		'/settings': (request) => control.changeSettings(bodyOf<Partial<SettingValues>>(request)),
		'/account': (request) => control.changeAccount(bodyOf<AccountChange>(request)),
		'/reset': () => control.reset(),
		'/campaigns/:tid': (request) => {
			const { status, notification } = bodyOf<{
				status: CampaignStatus;
				notification?: 'UNKNOWN_ERROR';
			}>(request);
			control.setCampaign(paramsOf(request).tid, status, notification);
		},
	};

	return async (server: FastifyInstance) => {
		await server.register(eventRoute(control.changes));
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

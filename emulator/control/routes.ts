import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readFields } from '../protocol/readFields';
import { bodies, bodyOf, numberIn, readFaults } from './bodies';
import type { SettingValues } from '../state/settings';
import type { Control } from './control';
import { eventRoute } from './events';

type Ask = (request: FastifyRequest) => unknown;

const fieldsOf = <Name extends keyof typeof bodies>(request: FastifyRequest, name: Name) =>
	readFields(bodyOf(request), bodies[name]);
const paramsOf = (request: FastifyRequest) => request.params as Record<string, string>;
const queryOf = (request: FastifyRequest) => request.query as Record<string, string | undefined>;

const usualLimit = '500';
const limitOf = (request: FastifyRequest): number =>
	Math.min(numberIn('limit', queryOf(request).limit ?? usualLimit, 1), 20_000);

/** The control interface over HTTP, for a test or a demo in another process. `emulator/README.md` lists the routes. */
export function controlRoutes(control: Control) {
	const redirected: Array<{ method: string; at: number }> = [];
	const get: Record<string, Ask> = {
		'/ledger': () => control.ledger(),
		'/requests': () => control.requests(),
		'/notifications': () => control.notifications(),
		'/downloads': () => control.downloads(),
		'/requests/newest': (request) => control.newestRequests(limitOf(request)),
		'/requests/:index': (request) => control.request(numberIn('index', paramsOf(request).index, 1)),
		'/campaigns': () => control.campaigns(),
		'/campaigns/newest': (request) =>
			control.newestCampaigns(limitOf(request), queryOf(request).saved === '1'),
		'/campaigns/:tid': (request) => control.campaign(paramsOf(request).tid),
		'/phones': (request) =>
			control.phones.list(
				queryOf(request).search,
				numberIn('since', queryOf(request).since ?? '0', 0),
			),
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
			control.contacts(numberIn('pid', queryOf(request).pid, 1), queryOf(request).account),
		'/redirections': () => redirected,
	};
	const post: Record<string, Ask> = {
		'/clock': (request) => {
			const { now, ...by } = fieldsOf(request, 'clock');
			if (now === 'real') control.setRealTime();
			else if (now !== undefined) control.setNow(now);
			else if (Object.values(by).some((each) => each !== undefined)) control.advance(by);
			else throw new Error('now, minutes, hours, seconds or ms must be given');
		},
		'/faults': (request) => control.addFaults(readFaults(bodyOf(request))),
		'/inbound': async (request) => {
			const { phone, text, account } = fieldsOf(request, 'inbound');
			if (text === undefined) return control.inbound(phone, account);
			return await control.phones.write(phone, text, account).then((forwarded) => ({ forwarded }));
		},
		'/phones/:phone/digits': (request) => {
			const { id, digits } = fieldsOf(request, 'digits');
			control.phones.press(paramsOf(request).phone, id, digits);
		},
		'/phones/:phone/block': (request) => {
			const { blocked, account } = fieldsOf(request, 'block');
			control.phones.block(paramsOf(request).phone, blocked, account);
		},
		'/phones/:phone/lists/:pid': (request) => {
			const { left, account } = fieldsOf(request, 'leave');
			const { phone, pid } = paramsOf(request);
			control.phones.leave(phone, numberIn('pid', pid, 1), left, account);
		},
		'/settings': (request) => control.changeSettings(bodyOf(request) as Partial<SettingValues>),
		'/account': (request) => control.changeAccount(fieldsOf(request, 'account')),
		'/reset': () => control.reset(),
		'/campaigns/:tid': (request) => {
			const { status, notification } = fieldsOf(request, 'campaign');
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

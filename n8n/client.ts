import axios, {
	type AxiosInstance,
	type AxiosRequestConfig,
	type AxiosResponse,
	type Method,
} from 'axios';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredCredential, StoredWorkflow, WorkflowJson } from './types';

/** The person who owns an n8n instance. */
export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

/** Result of n8n's own "Test" button of a credential. */
export interface CredentialTest {
	status: 'OK' | 'Error';
	message: string;
}

const busyAttempts = 30;
const busyPauseMs = 1_000;
const probeEveryMs = 100;
const probeTimeoutMs = 30_000;

/** Drives n8n through the REST interface its editor uses. */
export class N8nClient {
	private readonly http: AxiosInstance;

	/**
	 * @param url base address of n8n, without a slash at the end
	 * @param session of another client, whose person this one then is: n8n allows five logins a minute
	 */
	constructor(
		readonly url: string,
		session: string[] = [],
	) {
		this.http = axios.create({
			...{ baseURL: `${url}/rest`, validateStatus: () => true, proxy: false },
			// One connection for each request: a busy process would notice too late that n8n has closed one.
			httpAgent: new Agent(),
			headers: { Cookie: session },
		});
	}

	/** Cookies of the person who is logged in, each as `name=value`. */
	get session(): string[] {
		return this.http.defaults.headers.Cookie as string[];
	}

	/**
	 * Sends a request with the session's cookie.
	 *
	 * @returns the reply's `data`
	 * @throws Error with status, request and n8n's message for any status outside 200 to 299
	 */
	async request<T>(method: Method, path: string, data?: unknown): Promise<T> {
		const reply = await this.send<{ data: T; message?: string }>({ method, url: path, data });
		const cookies = reply.headers['set-cookie'];
		if (cookies) this.http.defaults.headers.Cookie = cookies.map((c) => c.split(';')[0]);
		if (reply.status >= 200 && reply.status < 300) return reply.data.data;
		const message = reply.data?.message ?? JSON.stringify(reply.data);
		throw new Error(`n8n answered ${reply.status} to ${method} ${path}: ${message}`);
	}

	/**
	 * An n8n kept busy by a node closes connections unanswered: what changes nothing is asked again. When its database
	 * answers late it refuses every request with 503 before it reads it: that is asked again whatever it is.
	 */
	private async send<T>(request: AxiosRequestConfig): Promise<AxiosResponse<T>> {
		for (let attempt = 1; ; attempt++) {
			try {
				const reply = await this.http.request<T>(request);
				if (reply.status !== 503 || attempt === busyAttempts) return reply;
			} catch (error) {
				if (request.method !== 'GET' || attempt === busyAttempts) throw error;
			}
			await sleep(busyPauseMs);
		}
	}

	/** Creates the owner of a fresh instance and logs in. */
	async setUpOwner(owner: Owner): Promise<void> {
		await this.request('POST', '/owner/setup', owner);
	}

	/** Logs in; later requests carry the session. */
	async logIn({ email, password }: Pick<Owner, 'email' | 'password'>): Promise<void> {
		await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	/**
	 * Stores a credential.
	 *
	 * @param type credential type name, for example `extApi`
	 */
	async createCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<StoredCredential> {
		return await this.request('POST', '/credentials', { name, type, data });
	}

	/** Runs the credential's connection test, as the editor's button does. */
	async testCredential(
		credential: StoredCredential,
		data: Record<string, unknown>,
	): Promise<CredentialTest> {
		return await this.request('POST', '/credentials/test', {
			credentials: { ...credential, data },
		});
	}

	/**
	 * Stores a workflow as importing its file does, with the given credentials put in where a node asks for
	 * one of their type.
	 */
	async createWorkflow(
		workflow: WorkflowJson,
		credentials: StoredCredential[] = [],
	): Promise<StoredWorkflow> {
		const byType = new Map(credentials.map(({ id, name, type }) => [type, { id, name }]));
		const nodes = workflow.nodes.map((node) => ({
			...node,
			credentials: Object.fromEntries(
				Object.entries(node.credentials ?? {}).map(([type, found]) => [
					type,
					byType.get(type) ?? found,
				]),
			),
		}));
		const { name, connections, pinData = {}, settings = {} } = workflow;
		// Versions before 2.1 do not fill in `active` by themselves.
		const stored = { name, nodes, connections, settings, pinData, active: false };
		return await this.request('POST', '/workflows', stored);
	}

	/** Makes a workflow's triggers listen. Use {@link waitForWebhook} before relying on a webhook. */
	async activate(workflow: StoredWorkflow): Promise<void> {
		const { id, versionId } = workflow;
		const isActivated = await this.tryRequest('POST', `/workflows/${id}/activate`, { versionId });
		// Versions before 2.0 know no such path.
		if (!isActivated) await this.request('PATCH', `/workflows/${id}`, { active: true, versionId });
	}

	/** Makes a workflow's triggers stop listening. */
	async deactivate({ id }: StoredWorkflow): Promise<void> {
		const isDeactivated = await this.tryRequest('POST', `/workflows/${id}/deactivate`);
		if (!isDeactivated) await this.request('PATCH', `/workflows/${id}`, { active: false });
	}

	/** Sends a request that only some versions know; false when this one does not. */
	private async tryRequest(method: Method, path: string, data?: unknown): Promise<boolean> {
		try {
			await this.request(method, path, data);
			return true;
		} catch (error) {
			if (/^n8n answered 404/.test((error as Error).message)) return false;
			throw error;
		}
	}

	/**
	 * Waits until a production webhook is registered: activation returns before that. Asks with a preflight
	 * request, which starts no workflow.
	 *
	 * @param path path after `/webhook/`, with any value in the place of a segment like `:key`
	 * @throws Error when it does not appear within 30 seconds
	 */
	async waitForWebhook(path: string, method: string): Promise<void> {
		const url = `${this.url}/webhook/${path}`;
		const until = Date.now() + probeTimeoutMs;
		for (;;) {
			const reply = await this.http.request({
				method: 'OPTIONS',
				url,
				headers: { Origin: this.url },
			});
			const allowed = String(reply.headers['access-control-allow-methods'] ?? '');
			if (allowed.split(', ').includes(method)) return;
			if (Date.now() > until) throw new Error(`n8n did not register the webhook ${method} ${url}`);
			await sleep(probeEveryMs);
		}
	}
}

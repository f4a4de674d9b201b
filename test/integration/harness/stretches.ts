import type { IExecuteFunctions, IHttpRequestOptions, INodeType } from 'n8n-workflow';

/** What the service makes of every request. */
export type Service = 'accepts' | 'refuses' | 'is gone';

/** Milliseconds of the processor that this process has used; other processes of a busy machine do not count. */
function processorMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

/** Notes how long the processor is busy between two turns of n8n's event loop. */
class Stretches {
	private last = processorMs();
	private isOver = false;
	longest = 0;

	constructor() {
		setImmediate(() => this.turn());
	}

	private turn(): void {
		this.note();
		if (!this.isOver) setImmediate(() => this.turn());
	}

	private note(): void {
		const now = processorMs();
		this.longest = Math.max(this.longest, now - this.last);
		this.last = now;
	}

	end(): number {
		this.note();
		this.isOver = true;
		return this.longest;
	}
}

/** A node whose longest stretch without a pause is measured. */
export interface MeasuredNode {
	node: INodeType;
	/** Milliseconds of the processor in which n8n could do nothing else while the node ran. */
	longest(): number;
	/** How many requests it made. */
	requests(): number;
}

/**
 * Measures a node in n8n's engine, from its call to its return: what n8n does with the items before and after is n8n's
 * own. The service answers in the place of HTTP, as another process would: it takes no time of this one.
 */
export function measuredNode(node: INodeType, service: Service): MeasuredNode {
	let longest = 0;
	let requests = 0;
	async function request(_type: string, { url }: IHttpRequestOptions) {
		requests++;
		await new Promise((resolve) => setImmediate(resolve));
		if (service === 'is gone')
			throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		const done = url.endsWith('poolMembers.php') ? 'OK' : 'OK 700000000000000001';
		const refused = 'ERROR --> Description: Sender is not allowed';
		return { statusCode: 200, headers: {}, body: service === 'accepts' ? done : refused };
	}
	async function execute(this: IExecuteFunctions) {
		const helpers = { ...this.helpers, httpRequestWithAuthentication: request };
		const get = (context: IExecuteFunctions, name: string) => {
			if (name === 'helpers') return helpers;
			const value: unknown = Reflect.get(context, name, context);
			return typeof value === 'function' ? value.bind(context) : value;
		};
		const context = new Proxy(this, { get } as ProxyHandler<IExecuteFunctions>);
		const stretches = new Stretches();
		try {
			return await node.execute!.call(context);
		} finally {
			longest = Math.max(longest, stretches.end());
		}
	}
	return {
		node: Object.create(node, { execute: { value: execute } }) as INodeType,
		longest: () => Math.round(longest),
		requests: () => requests,
	};
}

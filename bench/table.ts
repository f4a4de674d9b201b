/** What is known of a case after all rounds. */
export interface Result {
	items: number;
	/** Requests the service received from the node in one run, without a listing of templates. */
	requests: number;
	/** Median time of this package's node, in milliseconds. */
	nodeMs: number;
	/** Median time of the HTTP Request node, or of the bare Webhook node, for the same job; null where it was not measured. */
	baselineMs: number | null;
	/** `nodeMs` divided by `baselineMs`. */
	ratio: number | null;
	/** For nodes: median time of n8n's own messaging node. */
	messagingMs?: number | null;
	/** `nodeMs` divided by `messagingMs`. */
	messagingRatio?: number | null;
	/** For triggers: median time of the Webhook node with Header Auth. */
	authMs?: number | null;
	/** `nodeMs` divided by `authMs`. */
	authRatio?: number | null;
	/** The longest block while that was measured. */
	authLongestBlockMs?: number | null;
	/** Median time of the same job without the options that are measured. */
	plainMs?: number;
	/** `nodeMs` divided by `plainMs`. */
	plainRatio?: number | null;
	/** How far the memory of a fresh n8n rises for the case, in megabytes. */
	memoryRiseMb?: number;
	/** The same for a node that hands on what it gets. */
	noOpRiseMb?: number;
	/** `memoryRiseMb` divided by `noOpRiseMb`. */
	memoryRatio?: number | null;
	/** Longest time n8n's event loop was blocked while the node ran, over all rounds, in milliseconds. */
	longestBlockMs: number;
	/** Highest memory of n8n's process while the node ran, in megabytes. */
	peakRssMb: number;
}

type Column = [title: string, cell: (result: Result) => string];

const number = (value: number | null | undefined) => value?.toLocaleString('en') ?? '';
const share = (value: number | null | undefined) => value?.toPrecision(2) ?? '';

const asked: Column[] = [
	['items', ({ items }) => number(items)],
	['requests', ({ requests }) => number(requests)],
	['ours, ms', ({ nodeMs }) => number(nodeMs)],
];
const blocked: Column = ['longest block, ms', ({ longestBlockMs }) => number(longestBlockMs)];

const columns: Record<'nodes' | 'options' | 'triggers', Column[]> = {
	nodes: [
		...asked,
		['HTTP Request, ms', ({ baselineMs }) => number(baselineMs)],
		['ours / HTTP Request', ({ ratio }) => share(ratio)],
		['messaging node, ms', ({ messagingMs }) => number(messagingMs)],
		['ours / messaging node', ({ messagingRatio }) => share(messagingRatio)],
		blocked,
		['peak memory, MB', ({ peakRssMb }) => number(peakRssMb)],
		['memory rise / No Operation', ({ memoryRatio }) => share(memoryRatio)],
	],
	options: [
		...asked,
		['without them, ms', ({ plainMs }) => number(plainMs)],
		['ours / without them', ({ plainRatio }) => share(plainRatio)],
		blocked,
	],
	triggers: [
		['calls', ({ items }) => number(items)],
		['ours, ms', ({ nodeMs }) => number(nodeMs)],
		['Webhook, ms', ({ baselineMs }) => number(baselineMs)],
		['ours / Webhook', ({ ratio }) => share(ratio)],
		['Header Auth, ms', ({ authMs }) => number(authMs)],
		['ours / Header Auth', ({ authRatio }) => share(authRatio)],
		blocked,
		['its longest block, ms', ({ authLongestBlockMs }) => number(authLongestBlockMs)],
	],
};

/** The results as Markdown tables, one of nodes, one of options and one of triggers. */
export function table(results: Record<string, Result>, rounds: number): string {
	const all = Object.entries(results);
	const triggers = all.filter(([, { authMs }]) => authMs !== undefined);
	const options = all.filter(([, { plainMs }]) => plainMs !== undefined);
	const nodes = all.filter(
		([, { authMs, plainMs }]) => authMs === undefined && plainMs === undefined,
	);
	return [
		`Medians of ${rounds} rounds; the longest block and the memory are the worst of them.`,
		...tableOf(columns.nodes, nodes),
		...tableOf(columns.options, options),
		...tableOf(columns.triggers, triggers),
	].join('\n');
}

function tableOf(of: Column[], results: Array<[string, Result]>): string[] {
	if (results.length === 0) return [];
	const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [
		'',
		row(['case', ...of.map(([title]) => title)]),
		row(['---', ...of.map(() => '---:')]),
		...results.map(([name, result]) => row([`\`${name}\``, ...of.map(([, cell]) => cell(result))])),
	];
}

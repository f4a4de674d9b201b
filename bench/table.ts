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
	/** Longest block while a node that hands on what it gets ran over the same items. */
	noOpLongestBlockMs?: number | null;
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

const columns: Record<'nodes' | 'options' | 'silence' | 'triggers', Column[]> = {
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
	silence: [
		...asked,
		blocked,
		['No Operation, longest block, ms', ({ noOpLongestBlockMs }) => number(noOpLongestBlockMs)],
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

/** What is above each table. */
const headings: Record<keyof typeof columns, string> = {
	nodes: "Beside n8n's own nodes",
	options: 'What the options before sending cost',
	silence: 'How long n8n is silent',
	triggers: 'Triggers: a call for each event',
};

function kindOf(result: Result): keyof typeof columns {
	if (result.authMs !== undefined) return 'triggers';
	if (result.noOpLongestBlockMs !== undefined) return 'silence';
	return result.plainMs === undefined ? 'nodes' : 'options';
}

/** The results as Markdown tables: nodes, options, silence, and triggers. */
export function table(results: Record<string, Result>, rounds: number): string {
	const all = Object.entries(results);
	return [
		`Medians of ${rounds} rounds; the longest block and the memory are the worst of them.`,
		...(Object.keys(headings) as Array<keyof typeof columns>).flatMap((kind) =>
			tableOf(
				headings[kind],
				columns[kind],
				all.filter(([, result]) => kindOf(result) === kind),
			),
		),
	].join('\n');
}

function tableOf(heading: string, of: Column[], results: Array<[string, Result]>): string[] {
	if (results.length === 0) return [];
	const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [
		...['', `### ${heading}`, ''],
		row(['case', ...of.map(([title]) => title)]),
		row(['---', ...of.map(() => '---:')]),
		...results.map(([name, result]) => row([`\`${name}\``, ...of.map(([, cell]) => cell(result))])),
	];
}

/** What is known of a case after all rounds. */
export interface Result {
	items: number;
	/** Requests the service received from the node in one run, without a listing of templates. */
	requests: number;
	/** Median time of this package's node, in milliseconds. */
	nodeMs: number;
	/** Median time of n8n's own node for the same job, in milliseconds; null where it was not measured. */
	baselineMs: number | null;
	/** `nodeMs` divided by `baselineMs`. */
	ratio: number | null;
	/** Longest time n8n's event loop was blocked while the node ran, over all rounds, in milliseconds. */
	longestBlockMs: number;
	/** Highest memory of n8n's process while the node ran, in megabytes. */
	peakRssMb: number;
}

const columns: Array<[title: string, cell: (result: Result) => string]> = [
	['items', ({ items }) => items.toLocaleString('en')],
	['requests', ({ requests }) => requests.toLocaleString('en')],
	['node, ms', ({ nodeMs }) => nodeMs.toLocaleString('en')],
	["n8n's own, ms", ({ baselineMs }) => baselineMs?.toLocaleString('en') ?? ''],
	['ratio', ({ ratio }) => ratio?.toFixed(4) ?? ''],
	['longest block, ms', ({ longestBlockMs }) => String(longestBlockMs)],
	['peak memory, MB', ({ peakRssMb }) => String(peakRssMb)],
];

/** The results as a Markdown table. */
export function table(results: Record<string, Result>, rounds: number): string {
	const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [
		`Medians of ${rounds} rounds; the longest block and the memory are the worst of them.`,
		'',
		row(['case', ...columns.map(([title]) => title)]),
		row(['---', ...columns.map(() => '---:')]),
		...Object.entries(results).map(([name, result]) =>
			row([`\`${name}\``, ...columns.map(([, cell]) => cell(result))]),
		),
	].join('\n');
}

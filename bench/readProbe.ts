import { readFileSync } from 'node:fs';

/** A time span, in milliseconds since 1970. */
export interface Span {
	from: number;
	to: number;
}

/** What happened in n8n's process during a span. */
export interface ProbeReading {
	/** Longest time the event loop did nothing else, in milliseconds. */
	longestBlockMs: number;
	/** Highest memory of the process, in megabytes. */
	peakRssMb: number;
	/** Its memory at the beginning, in megabytes. */
	firstRssMb: number;
}

type Line = Span | { at: number; rss: number };

/** Memory is noted only so often: the notes just before and after a span count as in it. */
const memoryMarginMs = 300;
const bytesInMb = 1024 * 1024;

/** Reads what `probe.cjs` noted about a span. */
export function readProbe(file: string, { from, to }: Span): ProbeReading {
	let longestBlockMs = 0;
	let peak = 0;
	let first: number | undefined;
	for (const text of readFileSync(file, 'utf8').split('\n')) {
		if (text === '') continue;
		const line = JSON.parse(text) as Line;
		if ('from' in line) {
			const inside = Math.min(line.to, to) - Math.max(line.from, from);
			longestBlockMs = Math.max(longestBlockMs, inside);
		} else if (line.at >= from - memoryMarginMs && line.at <= to + memoryMarginMs) {
			first ??= line.rss;
			peak = Math.max(peak, line.rss);
		}
	}
	const inMb = (bytes: number) => Math.round(bytes / bytesInMb);
	return { longestBlockMs, peakRssMb: inMb(peak), firstRssMb: inMb(first ?? 0) };
}

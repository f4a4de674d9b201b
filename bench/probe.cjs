// Loaded into n8n's main process: notes when its event loop was blocked, and how much memory it has.
const { appendFileSync } = require('node:fs');

const file = process.env.EXTAPI_BENCH_PROBE;
/** Often enough that the memory's peak shows. */
const tickMs = 5;
const flushEveryMs = 250;
/** A timer that is late by less is no block. */
const leastBlockMs = 10;

if (file && process.argv.includes('start')) {
	let lines = '';
	let last = Date.now();
	let flushed = last;
	setInterval(() => {
		const now = Date.now();
		const late = now - last - tickMs;
		if (late >= leastBlockMs) lines += `${JSON.stringify({ from: last, to: now })}\n`;
		last = now;
		if (now - flushed < flushEveryMs) return;
		lines += `${JSON.stringify({ at: now, rss: process.memoryUsage.rss() })}\n`;
		flushed = now;
		appendFileSync(file, lines);
		lines = '';
		// Writing is not n8n's work.
		last = Date.now();
	}, tickMs).unref();
}

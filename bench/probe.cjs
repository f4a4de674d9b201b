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
	const note = () => {
		const now = Date.now();
		const late = now - last - tickMs;
		if (late >= leastBlockMs) lines += `${JSON.stringify({ from: last, to: now })}\n`;
		if (now - flushed >= flushEveryMs) {
			lines += `${JSON.stringify({ at: now, rss: process.memoryUsage.rss() })}\n`;
			flushed = now;
			appendFileSync(file, lines);
			lines = '';
		}
		// After the writing, which is not n8n's work.
		last = Date.now();
		setTimeout(afterReading, tickMs).unref();
	};
	// Timers can follow each other without end. What counts is whether n8n reads from its connections.
	const afterReading = () => setImmediate(note);
	note();
}

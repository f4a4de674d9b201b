// Loaded into processes of n8n: notes each campaign they send, and on SIGUSR2 what they keep, after collecting what they do not.
const { subscribe } = require('node:diagnostics_channel');
const { appendFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const file = process.env.EXTAPI_BENCH_HEAP;

if (file && /^(start|worker|webhook)$/.test(process.argv[2])) {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc');
	const note = (what) => appendFileSync(file, `${JSON.stringify({ pid: process.pid, ...what })}\n`);
	process.on('SIGUSR2', () => {
		collect();
		const { heapUsed, external } = process.memoryUsage();
		note({ bytes: heapUsed + external });
	});
	subscribe('http.client.request.start', ({ request }) => {
		if (request.path.includes('scheduleSms.php')) note({ campaign: true });
	});
}

// Loaded into processes of n8n: says on SIGUSR2 what they keep, after collecting what they do not.
const { appendFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const file = process.env.EXTAPI_BENCH_HEAP;

if (file && /^(start|worker|webhook)$/.test(process.argv[2])) {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc');
	process.on('SIGUSR2', () => {
		collect();
		const { heapUsed, external } = process.memoryUsage();
		appendFileSync(file, `${JSON.stringify({ pid: process.pid, bytes: heapUsed + external })}\n`);
	});
}

/** Where a long installation tells a person how far it is. Times are measured from `createProgress`. */
export interface Progress {
	/**
	 * Starts a step; the previous one ends.
	 *
	 * @param usualSeconds what it takes on an ordinary machine, by which the time left is estimated
	 */
	step(text: string, usualSeconds?: number): void;
	/** Says how far the current step is, for example `1,204 of 2,115 packages`. */
	detail(text: string): void;
	/** Ends the report with a closing line. */
	done(text: string): void;
}

/** A reporter that says nothing, for tests. */
export const silentProgress: Progress = { step: () => {}, detail: () => {}, done: () => {} };

const lineEveryMs = 15_000;
const redrawEveryMs = 200;
const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Seconds as `42 s` or `3 min 05 s`. */
export function formatElapsed(ms: number): string {
	const seconds = Math.round(ms / 1000);
	if (seconds < 60) return `${seconds} s`;
	return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/**
 * Reports progress on a stream: one line redrawn in place on a terminal; elsewhere a line for each step and
 * one every 15 seconds, so that a log shows the work is alive without filling up.
 *
 * @param stream where to write, `process.stderr` unless told
 */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
	const started = Date.now();
	let step = '';
	let stepStarted = started;
	let usual: number | undefined;
	let detail = '';
	let frame = 0;
	let timer: NodeJS.Timeout | undefined;

	const left = () => {
		const ms = usual === undefined ? 0 : usual * 1000 - (Date.now() - stepStarted);
		return ms < 1000 ? '' : `, about ${formatElapsed(ms)} left for this`;
	};
	const state = () =>
		`${step}${detail ? `: ${detail}` : ''} (${formatElapsed(Date.now() - started)}${left()})`;
	const redraw = () => {
		const text = `${spinner[frame++ % spinner.length]} ${state()}`;
		stream.write(`\r\x1b[2K${text.slice(0, (stream.columns || 80) - 1)}`);
	};
	const report = () => (stream.isTTY ? redraw() : stream.write(`  ${state()}\n`));
	const finishLine = (mark: string, text: string) =>
		stream.write(stream.isTTY ? `\r\x1b[2K${mark} ${text}\n` : `${mark} ${text}\n`);

	return {
		step(text, usualSeconds) {
			usual = undefined;
			if (step && stream.isTTY) finishLine('✓', state());
			step = text;
			stepStarted = Date.now();
			usual = usualSeconds;
			detail = '';
			timer ??= setInterval(report, stream.isTTY ? redrawEveryMs : lineEveryMs).unref();
			report();
		},
		detail(text) {
			detail = text;
		},
		done(text) {
			clearInterval(timer);
			timer = undefined;
			step = '';
			finishLine('✓', `${text} (${formatElapsed(Date.now() - started)})`);
		},
	};
}

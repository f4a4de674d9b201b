/** Cancels a scheduled call; does nothing when it has run. */
export type Cancel = () => void;

interface Due {
	at: number;
	run: () => void;
}

/** A timer cannot sleep longer than 2^31 ms; waking every hour costs nothing. */
const longestSleepMs = 3_600_000;
const longestTurnMs = 5;

/**
 * Real time plus an offset that can be moved. Everything in the emulator that waits, waits on this clock, so moving it
 * runs what is due in its order, each call seeing the time it was due at.
 */
export class Clock {
	private offset = 0;
	/** The moment at which time stands still while the clock is moved over it. */
	private standing: number | undefined;
	private queue: Due[] = [];
	private timer: NodeJS.Timeout | undefined;

	/** Milliseconds since 1970 on this clock. */
	now(): number {
		return this.standing ?? Date.now() + this.offset;
	}

	/** Calls `run` once at a moment (ms); a past moment runs as soon as the current work is done. */
	at(moment: number, run: () => void): Cancel {
		const due: Due = { at: moment, run };
		let index = this.queue.length;
		while (index > 0 && this.queue[index - 1].at > moment) index -= 1;
		this.queue.splice(index, 0, due);
		if (index === 0) this.arm();
		return () => {
			this.queue = this.queue.filter((other) => other !== due);
		};
	}

	/** Moves the clock to a moment (ms) and runs everything due until then. Moving back runs nothing. */
	moveTo(moment: number): void {
		this.runUntil(moment);
		this.offset = moment - Date.now();
		this.arm();
	}

	/** Back to real time, with nothing scheduled. */
	reset(): void {
		clearTimeout(this.timer);
		this.queue = [];
		this.offset = 0;
	}

	private runUntil(moment: number): void {
		try {
			for (
				let next = this.queue[0];
				next !== undefined && next.at <= moment;
				next = this.queue[0]
			) {
				this.queue.shift();
				this.standing = Math.max(next.at, this.now());
				next.run();
			}
		} finally {
			this.standing = undefined;
		}
	}

	private arm(): void {
		clearTimeout(this.timer);
		if (this.queue.length === 0) return;
		const wait = Math.min(Math.max(this.queue[0].at - this.now(), 0), longestSleepMs);
		this.timer = setTimeout(() => this.wake(), wait);
	}

	/** Works for a few milliseconds per turn of the event loop, so a large campaign never keeps requests waiting. */
	private wake(): void {
		const started = performance.now();
		for (
			let next = this.queue[0];
			next !== undefined && next.at <= this.now();
			next = this.queue[0]
		) {
			this.queue.shift();
			next.run();
			if (performance.now() - started > longestTurnMs) break;
		}
		this.arm();
	}
}

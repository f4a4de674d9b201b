import { sleep } from 'n8n-workflow';

/** Milliseconds between two looks at whether n8n still prepares items. */
const LOOK_EVERY_MS = 50;

/** Milliseconds, beside a pause between batches, without a further item: n8n left the last one out. */
const PATIENCE_MS = 2_000;

/**
 * Holds the requests of all items until n8n has prepared every one of them.
 *
 * n8n's declarative engine (`routing-node`, the same in 1.123, 2.0 and 2.41) starts the request of an
 * item as soon as it is prepared. If a later item breaks a rule, the earlier ones have been sent by
 * then. Delete this when the engine prepares all items before it sends the first.
 */
export class Gate {
	private readonly prepared = new Set<number>();
	private arrived = 0;
	private state: 'held' | 'open' | 'closed' = 'held';
	private settle!: () => void;
	private readonly settled = new Promise<void>((resolve) => (this.settle = resolve));
	private isWatched = false;

	/**
	 * @param last index of the last item n8n can prepare
	 * @param pauseMs milliseconds n8n pauses between two batches of items
	 */
	constructor(
		private readonly last: number,
		private readonly pauseMs: number,
	) {}

	/** How many items n8n has prepared. */
	get preparedItems(): number {
		return this.prepared.size;
	}

	/** n8n has prepared an item's request and begins with its hooks. */
	notePrepared(item: number): void {
		this.prepared.add(item);
	}

	/** Tells whether n8n has prepared an item's request. */
	isPrepared(item: number): boolean {
		return this.prepared.has(item);
	}

	/**
	 * Waits until all items are prepared and checked.
	 *
	 * @returns whether the item's request may leave
	 */
	async pass(): Promise<boolean> {
		this.arrived++;
		if (this.prepared.has(this.last) && this.hasEverybody()) this.end('open');
		else if (!this.isWatched) void this.openWhenStuck();
		await this.settled;
		return this.state === 'open';
	}

	/** Turns away everybody who waits: n8n gave up. */
	close(): void {
		this.end('closed');
	}

	private hasEverybody(): boolean {
		return this.arrived === this.prepared.size;
	}

	private end(state: 'open' | 'closed'): void {
		if (this.state !== 'held') return;
		this.state = state;
		this.settle();
	}

	/** Only for an expression that fails at random: the last item was expected and does not come. */
	private async openWhenStuck(): Promise<void> {
		this.isWatched = true;
		const mostLooks = (this.pauseMs + PATIENCE_MS) / LOOK_EVERY_MS;
		let looks = 0;
		while (this.state === 'held' && looks < mostLooks) {
			const seen = this.arrived;
			await sleep(LOOK_EVERY_MS);
			looks = this.arrived === seen && this.hasEverybody() ? looks + 1 : 0;
		}
		this.end('open');
	}
}

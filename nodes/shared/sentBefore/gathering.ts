interface Waiting<T> {
	piece: T;
	settle(error?: Error): void;
}

/** Pieces of work that come many at a time: while some are done together, the next ones gather. */
export class Gathering<T> {
	private waiting: Array<Waiting<T>> = [];
	private working: Promise<void> | undefined;

	/** @param doAll does pieces together, and gives what went wrong with each, in their order */
	constructor(private readonly doAll: (pieces: T[]) => Promise<Array<Error | undefined>>) {}

	/** @throws what went wrong with the piece, or with all that were done together with it */
	async done(piece: T): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const settle = (error?: Error) => (error === undefined ? resolve() : reject(error));
			this.waiting.push({ piece, settle });
			this.working ??= this.work();
		});
	}

	/** When nothing is being done. */
	async idle(): Promise<void> {
		await this.working;
	}

	private async work(): Promise<void> {
		while (this.waiting.length > 0) {
			const some = this.waiting.splice(0);
			try {
				const errors = await this.doAll(some.map(({ piece }) => piece));
				for (const [index, { settle }] of some.entries()) settle(errors[index]);
			} catch (error) {
				for (const { settle } of some) settle(error as Error);
			}
		}
		this.working = undefined;
	}
}

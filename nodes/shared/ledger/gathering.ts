// How work that comes in pieces is done together.
/** Batches pieces of work: while some are done together, the next ones gather. */
export class Gathering<T> {
	private gathered: T[] = [];
	/** The error of each gathered piece, once they are done. */
	private next: Promise<Array<Error | undefined>> | undefined;
	private working: Promise<unknown> = Promise.resolve();

	/** @param doAll does pieces together, and returns their errors in order */
	constructor(private readonly doAll: (pieces: T[]) => Promise<Array<Error | undefined>>) {}

	/** @throws the error of the piece, or of all that were done together with it */
	async done(piece: T): Promise<void> {
		const index = this.gathered.push(piece) - 1;
		this.next ??= this.afterOthers();
		const error = (await this.next)[index];
		if (error !== undefined) throw error;
	}

	/** Resolves when nothing is being done. */
	async idle(): Promise<void> {
		await this.working;
	}

	private async afterOthers(): Promise<Array<Error | undefined>> {
		const doing = this.working.then(async () => {
			this.next = undefined;
			return await this.doAll(this.gathered.splice(0));
		});
		this.working = doing.catch(() => undefined);
		return await doing;
	}
}

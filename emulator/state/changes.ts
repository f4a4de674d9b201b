/** What an onlooker can be told has changed. */
export const topics = ['phones', 'campaigns', 'requests', 'account', 'faults', 'clock'] as const;
/** One of `topics`. */
export type Topic = (typeof topics)[number];

/** Tells onlookers that something changed, not what; they read it again. */
export class Changes {
	private readonly onlookers = new Set<(topic: Topic) => void>();

	/** Something of a topic changed. */
	mark(topic: Topic): void {
		for (const tell of this.onlookers) tell(topic);
	}

	/** Calls `tell` at every change until the returned function is called. */
	watch(tell: (topic: Topic) => void): () => void {
		this.onlookers.add(tell);
		return () => this.onlookers.delete(tell);
	}
}

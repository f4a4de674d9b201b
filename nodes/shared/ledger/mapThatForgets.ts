// How long a process keeps data that nothing depends on.
/** Shortest time between two searches for expired entries. */
const SWEEP_EVERY_MS = 1_000;

/** Milliseconds to keep an entry after it is set, or a function for the moment when it expires. */
type Lifetime<Value> = number | ((value: Value, setAt: number) => number);

/**
 * What calls and runs share in this process: n8n keeps nothing for a waiting execution, and saves a
 * workflow's data only afterward. Every entry expires, so that an n8n that runs for months does not
 * fill its memory.
 */
export class MapThatForgets<Value> {
	private readonly entries = new Map<string, { value: Value; setAt: number }>();
	private sweptAt = Date.now();

	constructor(private readonly lifetime: Lifetime<Value>) {}

	get(key: string): Value | undefined {
		const entry = this.entries.get(key);
		return entry !== undefined && !this.isOver(entry) ? entry.value : undefined;
	}

	has(key: string): boolean {
		return this.get(key) !== undefined;
	}

	/** Sets a value, whose lifetime begins now. */
	set(key: string, value: Value): void {
		this.sweep();
		this.entries.set(key, { value, setAt: Date.now() });
	}

	/** The value of the key, or else a new one. */
	getOrMake(key: string, make: () => Value): Value {
		const known = this.get(key);
		if (known !== undefined) return known;
		const made = make();
		this.set(key, made);
		return made;
	}

	values(): Value[] {
		return [...this.entries.values()]
			.filter((entry) => !this.isOver(entry))
			.map(({ value }) => value);
	}

	delete(key: string): void {
		this.entries.delete(key);
	}

	private isOver({ value, setAt }: { value: Value; setAt: number }): boolean {
		const end =
			typeof this.lifetime === 'number' ? setAt + this.lifetime : this.lifetime(value, setAt);
		return Date.now() > end;
	}

	private sweep(): void {
		const now = Date.now();
		if (Math.abs(now - this.sweptAt) < SWEEP_EVERY_MS) return;
		this.sweptAt = now;
		for (const [key, entry] of this.entries) if (this.isOver(entry)) this.entries.delete(key);
	}
}

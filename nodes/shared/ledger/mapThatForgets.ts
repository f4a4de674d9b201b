// How long a process remembers what nothing depends on.
/** How often, at most, all entries are looked through, in milliseconds. */
const SWEEP_EVERY_MS = 1_000;

/** How long an entry is kept: so many milliseconds after it was set, or until a moment its value tells. */
type Lifetime<Value> = number | ((value: Value, setAt: number) => number);

/**
 * What calls and runs share in this process for some time: n8n keeps nothing for an execution that
 * waits, and saves a workflow's data only afterward. What is never forgotten fills the memory of an n8n
 * that runs for months, so each entry has its end.
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

	/** Sets it for its whole lifetime, from now. */
	set(key: string, value: Value): void {
		this.sweep();
		this.entries.set(key, { value, setAt: Date.now() });
	}

	/** What is known under the key; otherwise what is made now. */
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

import { MapThatForgets } from './mapThatForgets';
import type { Mark } from './recordEntries';

/** Longer than any request is under way: what an execution that broke off left is forgotten then. */
const UNDER_WAY_MS = 24 * 60 * 60_000;

/** Who has a message under way, by place and mark. */
const owners = new MapThatForgets<MarksUnderWay>(UNDER_WAY_MS);

/**
 * Messages that an execution in this process is about to send or has under way. n8n's storage cannot
 * tell them from those of a process that died.
 */
export class MarksUnderWay {
	/** @param place names the workflow and node they are of */
	constructor(private readonly place: string) {}

	/** Whether any execution has it under way. */
	has(mark: Mark): boolean {
		return owners.has(this.keyOf(mark));
	}

	begin(marks: Mark[]): void {
		for (const mark of marks) owners.set(this.keyOf(mark), this);
	}

	/** Those of other executions stay. */
	end(marks: Mark[]): void {
		for (const mark of marks) {
			if (owners.get(this.keyOf(mark)) === this) owners.delete(this.keyOf(mark));
		}
	}

	private keyOf(mark: Mark): string {
		return `${this.place} ${mark}`;
	}
}

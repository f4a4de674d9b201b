import type { WorkflowJson } from '../../../n8n/types';

/** The rows of a pinned node, to be changed in place. */
type PinnedRows = (node: string) => Array<Record<string, unknown>>;

/** A run of an example with nodes of other systems, and what must become of it. */
export interface SystemRow {
	file: string;
	start: string;
	/** What differs from the row with the same file. */
	when?: string;
	/** What its pinned data must say on the day of the test, or what else another system may return. */
	pin?: (rows: PinnedRows, example: WorkflowJson) => void;
	/** What a person does meanwhile. */
	meanwhile?: () => Promise<unknown>;
	/** Channel, phone and text of what leaves. */
	sent: string[];
	/** What nodes write back, by their names. */
	writes?: Record<string, object[]>;
	/** What our own nodes and filters output, by their names. */
	outputs?: Record<string, object[]>;
	/** What is written by a second run, which sends nothing more. */
	again?: Record<string, object[]>;
}

/** A part of a text. */
export const says = (part: string) => expect.stringContaining(part) as string;

/** Replaces the rows of a pinned node. */
export function pinRows({ pinData }: WorkflowJson, node: string, rows: object[]): void {
	pinData![node] = rows.map((json, item) => ({ json, pairedItem: { item } })) as never;
}

/** An example on whose clocks it is this moment. */
export function atMoment(example: WorkflowJson, moment: string): WorkflowJson {
	const text = JSON.stringify(example).replaceAll('$now', `DateTime.fromISO('${moment}')`);
	return JSON.parse(text) as WorkflowJson;
}

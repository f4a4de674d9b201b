import path from 'node:path';
import type { Mutant } from './weave';

/** What came of a mutant: the test that noticed it, or undefined. */
export interface Tried {
	mutant: Mutant;
	noticedBy: string | undefined;
	/** False when no test runs its code. */
	isRun: boolean;
}

const LIVING = /^Not noticed.*?: (\S+?):(\d+) (.*)$/gm;

/** One that lives, in a line. */
export function describeLiving({ mutant, isRun }: Tried): string {
	const { file, line } = mutant;
	return `Not noticed${isRun ? '' : ' (no test runs it)'}: ${file}:${line} ${faultOf(mutant)}`;
}

/**
 * Those of some mutants that an earlier run's output says lived. Where their lines are others now, it is the nearest one
 * with the same fault; one whose code is gone is left out.
 */
export function livedBefore(mutants: Mutant[], output: string): Mutant[] {
	const found = [...output.matchAll(LIVING)].flatMap(([, file, line, fault]) => {
		const same = mutants.filter((mutant) => mutant.file === file && faultOf(mutant) === fault);
		const distance = (mutant: Mutant) => Math.abs(mutant.line - Number(line));
		return same.sort((a, b) => distance(a) - distance(b)).slice(0, 1);
	});
	return [...new Set(found)];
}

function faultOf({ what, was }: Mutant): string {
	return `${what}: ${was.replace(/\s+/g, ' ').slice(0, 90)}`;
}

/** How many of the mutants were noticed, from 0 to 1. */
export function shareNoticed(tried: Tried[]): number {
	return tried.filter(isNoticed).length / tried.length;
}

/** What came of all: a row for each room, one for all together, and those that live, each in a line. */
export function reportOf(tried: Tried[]): string {
	const byRoom = new Map<string, Tried[]>();
	for (const each of tried) {
		const room = roomOf(each.mutant.file);
		byRoom.set(room, [...(byRoom.get(room) ?? []), each]);
	}
	const rows = [...byRoom].sort(([a], [b]) => a.localeCompare(b));
	const living = tried.filter((each) => !isNoticed(each));
	return [
		row('Room', 'Mutants', 'Noticed', 'Not', '%'),
		...rows.map(([room, ofRoom]) => counted(room, ofRoom)),
		counted('All', tried),
		'',
		...living.map(describeLiving),
	].join('\n');
}

function roomOf(file: string): string {
	const [, folder, room] = file.split(path.sep);
	return folder === 'shared' ? room : folder;
}

function counted(name: string, tried: Tried[]): string {
	const noticed = tried.filter(isNoticed).length;
	const percent = Math.floor(shareNoticed(tried) * 100);
	return row(name, tried.length, noticed, tried.length - noticed, percent);
}

function row(name: string, ...cells: Array<string | number>): string {
	return name.padEnd(16) + cells.map((cell) => String(cell).padStart(9)).join('');
}

function isNoticed({ noticedBy }: Tried): boolean {
	return noticedBy !== undefined;
}

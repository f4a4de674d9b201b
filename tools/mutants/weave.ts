import ts from 'typescript';
import { faultsOf, type Fault } from './operators';

/** A fault at its place. */
export interface Mutant extends Fault {
	id: number;
	/** Path of the file, from the repository's root. */
	file: string;
	line: number;
	/** The code as it is. */
	was: string;
	/** Where it begins in its file. */
	start: number;
	end: number;
}

/** Name of the function that the woven code asks whether a mutant is the one to run. */
export const SWITCH = '__isMutant';

/** Every fault that a file's code can have, in order, numbered from 0. */
export function mutantsOf(file: string, text: string): Mutant[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	const found: Mutant[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
		if (isReplaceable(node)) {
			const start = node.getStart(source);
			const line = source.getLineAndCharacterOfPosition(start).line + 1;
			for (const fault of [...faultsOf(node, source), ...faultsOfCondition(node)]) {
				const was = node.getText(source);
				found.push({ ...fault, id: found.length, file, line, was, start, end: node.end });
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** A condition is taken for true, or for false. */
function faultsOfCondition(node: ts.Node): Fault[] {
	const { parent } = node;
	if (parent === undefined || !ts.isIfStatement(parent) || parent.expression !== node) return [];
	return [
		{ what: 'always', code: 'true' },
		{ what: 'never', code: 'false' },
	];
}

/** Names of properties, and the middle of a chain with `?.`, cannot be put into parentheses. */
function isReplaceable(node: ts.Node): boolean {
	const { parent } = node;
	if (parent === undefined) return false;
	if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
	if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
	if (ts.isEnumMember(parent)) return false;
	return (node.flags & ts.NodeFlags.OptionalChain) === 0 || !isChained(node);
}

function isChained({ parent }: ts.Node): boolean {
	return (parent.flags & ts.NodeFlags.OptionalChain) !== 0;
}

/**
 * A file's text with mutants in it, each of which waits for its number: `(__isMutant(7) ? (faulty) : (right))`.
 *
 * @param mutants of this file
 * @throws Error when the text is no code any more, which is a mistake of the faults themselves
 */
export function weave(file: string, text: string, mutants: Mutant[]): string {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	const byPlace = new Map<string, Mutant[]>();
	for (const mutant of mutants) {
		const key = `${mutant.start}-${mutant.end}`;
		byPlace.set(key, [...(byPlace.get(key) ?? []), mutant]);
	}
	const render = (node: ts.Node): string => {
		const start = node.getStart(source);
		const key = `${start}-${node.end}`;
		const here = isReplaceable(node) ? (byPlace.get(key) ?? []) : [];
		byPlace.delete(key);
		let right = '';
		let at = start;
		ts.forEachChild(node, (child) => {
			const begins = child.getStart(source);
			right += text.slice(at, begins) + render(child);
			at = child.end;
		});
		right += text.slice(at, node.end);
		return here.reduce((code, mutant) => choose(mutant, code, node), right);
	};
	const woven = text.slice(0, source.getStart(source)) + render(source) + text.slice(source.end);
	const { diagnostics = [] } = ts.transpileModule(woven, { reportDiagnostics: true });
	if (diagnostics.length > 0) {
		const what = ts.flattenDiagnosticMessageText(diagnostics[0].messageText, ' ');
		throw new Error(`${file} with its mutants is no code any more: ${what}`);
	}
	return woven;
}

function choose({ id, code }: Mutant, right: string, node: ts.Node): string {
	if (ts.isExpressionStatement(node)) return `{ if (!${SWITCH}(${id})) { ${right} } }`;
	return `(${SWITCH}(${id}) ? (${code}) : (${right}))`;
}

import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from '../../n8n/buildPackage';
import { weave, type Mutant } from './weave';

/** Folders whose modules know our nodes: loaded anew for each mutant, since some is decided while they load. */
const loadedAnew = ['nodes', 'credentials', 'test'].map((name) => path.join(repositoryRoot, name));

interface Loader {
	_extensions: Record<
		string,
		(module: { _compile(code: string, file: string): void }, file: string) => void
	>;
}

const load = createRequire(__filename);

/** Makes this process load TypeScript with mutants in it. */
export function loadWoven(mutants: Mutant[]): void {
	const byFile = new Map<string, Mutant[]>();
	for (const mutant of mutants) {
		const file = path.join(repositoryRoot, mutant.file);
		byFile.set(file, [...(byFile.get(file) ?? []), mutant]);
	}
	const compiled = new Map<string, string>();
	const compile = (file: string): string => {
		const text = readFileSync(file, 'utf8');
		const woven = byFile.has(file) ? weave(file, text, byFile.get(file)!) : text;
		return ts.transpileModule(woven, {
			fileName: file,
			compilerOptions: {
				target: ts.ScriptTarget.ES2022,
				module: ts.ModuleKind.CommonJS,
				esModuleInterop: true,
			},
		}).outputText;
	};
	const { _extensions: extensions } = Module as unknown as Loader;
	extensions['.ts'] = (module, file) => {
		if (!compiled.has(file)) compiled.set(file, compile(file));
		module._compile(compiled.get(file)!, file);
	};
	// A node stands beside a description of the same name; Node takes the extension that was named first.
	const json = extensions['.json'];
	delete extensions['.json'];
	extensions['.json'] = json;
}

/** Loads a test file, and what it tests, anew. */
export function loadAnew(file: string): void {
	forgetLoaded();
	load(path.join(repositoryRoot, file));
}

/** What is loaded meanwhile is loaded anew, and as a world of its own: afterward what was loaded before counts. */
export function isolateModules(doLoad: () => void): void {
	const before = forgetLoaded();
	try {
		doLoad();
	} finally {
		forgetLoaded();
		Object.assign(load.cache, before);
	}
}

/** Gives what was forgotten. */
function forgetLoaded(): NodeJS.Dict<NodeModule> {
	const forgotten = Object.entries(load.cache).filter(([loaded]) =>
		loadedAnew.some((folder) => loaded.startsWith(folder + path.sep)),
	);
	for (const [loaded] of forgotten) delete load.cache[loaded];
	return Object.fromEntries(forgotten);
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** One import: the file that imports and the file it names, both relative to `emulator/`. */
interface Arrow {
	from: string;
	to: string;
}

const root = path.join(__dirname, '..', '..', 'emulator');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
	.map((file) => file.split(path.sep).join('/'))
	.filter((file) => file.endsWith('.ts'));

/** The rooms as `README.md` lists them, the highest first. */
function documentedRooms(): string[] {
	const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
	const section = readme.split('\n## How it is built\n')[1].split('\n## ')[0];
	return [...section.matchAll(/^\| `(\w+)\/`/gm)].map(([, room]) => room);
}

function arrowsOf(file: string): Arrow[] {
	const text = readFileSync(path.join(root, file), 'utf8');
	return ts
		.preProcessFile(text, true, true)
		.importedFiles.map(({ fileName }) => fileName)
		.filter((name) => name.startsWith('.'))
		.map((name) => ({ from: file, to: resolve(path.posix.join(path.posix.dirname(file), name)) }));
}

function resolve(target: string): string {
	const found = [`${target}.ts`, path.posix.join(target, 'index.ts')].find((file) =>
		existsSync(path.join(root, file)),
	);
	if (found === undefined) throw new Error(`no file for an import of ${target}`);
	return found;
}

/** The room a file stands in; '' for the two doors, `index.ts` and `cli.ts`. */
const roomOf = (file: string): string => (file.includes('/') ? file.split('/')[0] : '');

/** The files of a circle of imports, undefined when there is none. */
function findCircle(arrows: Arrow[]): string[] | undefined {
	const done = new Set<string>();
	const walk = (file: string, way: string[]): string[] | undefined => {
		if (way.includes(file)) return way.slice(way.indexOf(file));
		if (done.has(file)) return undefined;
		for (const { to } of arrows.filter(({ from }) => from === file)) {
			const circle = walk(to, [...way, file]);
			if (circle !== undefined) return circle;
		}
		done.add(file);
		return undefined;
	};
	for (const { from } of arrows) {
		const circle = walk(from, []);
		if (circle !== undefined) return circle;
	}
	return undefined;
}

const arrows = files.flatMap(arrowsOf);
const spelled = ({ from, to }: Arrow) => `${from} -> ${to}`;

describe('the rooms of the emulator', () => {
	it('are all in the README', () => {
		const rooms = new Set(files.map(roomOf).filter((room) => room !== ''));
		expect(documentedRooms().sort()).toEqual([...rooms].sort());
	});

	it('import downwards only', () => {
		const floors = ['', ...documentedRooms()];
		const isUpward = ({ from, to }: Arrow) =>
			floors.indexOf(roomOf(to)) < floors.indexOf(roomOf(from));
		expect(arrows.filter(isUpward).map(spelled)).toEqual([]);
	});

	it('hold no circle of files', () => {
		expect(arrows.length).toBeGreaterThan(files.length);
		expect(findCircle(arrows)).toBeUndefined();
	});

	it('import nothing from outside, above all not what they are to test', () => {
		expect(arrows.filter(({ to }) => to.startsWith('..')).map(spelled)).toEqual([]);
	});
});

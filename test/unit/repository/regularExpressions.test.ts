// If this fails, one value, reply or call of a stranger stops all of n8n for minutes.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import 'n8n-workflow';
import ts from 'typescript';

import type * as Secrets from '../../../nodes/shared/service/secrets';
import { sourcesIn } from '../../imports';

const root = path.join(__dirname, '../../..');
const files = ['nodes', 'credentials'].flatMap((folder) =>
	sourcesIn(path.join(root, folder)).map((file) => path.join(root, folder, file)),
);

/** The expressions that the code spells, and how many it makes of texts, by file. */
function written(file: string): { literals: RegExp[]; made: number } {
	const source = ts.createSourceFile(
		file,
		readFileSync(file, 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const literals: RegExp[] = [];
	let made = 0;
	const walk = (node: ts.Node) => {
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			literals.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
		}
		const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
		if (isCall && node.expression.getText(source) === 'RegExp') made++;
		ts.forEachChild(node, walk);
	};
	walk(source);
	return { literals, made };
}

/** The expressions that files make of texts while they are loaded, or of a token, by file and place. */
function madeOnLoading(): Map<string, Map<string, RegExp[]>> {
	const made = new Map<string, Map<string, RegExp[]>>();
	const original = global.RegExp;
	global.RegExp = new Proxy(original, {
		construct(target, parameters: [string, string?]) {
			const expression = new target(...parameters);
			const caller = new Error()
				.stack!.split('\n')
				.find((line) => line.includes(root) && !line.includes(__filename));
			const [, file, place] = /(\/[^()\s]+\.ts):(\d+:\d+)\)?$/.exec(caller ?? '') ?? [];
			if (file === undefined) return expression;
			const places = made.get(file) ?? new Map<string, RegExp[]>();
			made.set(file, places.set(place, [...(places.get(place) ?? []), expression]));
			return expression;
		},
	});
	try {
		for (const file of files) jest.requireActual(file);
		const { withoutToken } = jest.requireActual<typeof Secrets>(
			'../../../nodes/shared/service/secrets',
		);
		['x/+', 'x\\\\\\ +"/-0123'].forEach(withoutToken);
	} finally {
		global.RegExp = original;
	}
	return made;
}

const onLoading = madeOnLoading();
const expressions = files.flatMap((file) => {
	const name = path.relative(root, file);
	const { literals } = written(file);
	const made = [...(onLoading.get(file)?.values() ?? [])].flat();
	return [...literals, ...made].map((expression): [string, RegExp] => [name, expression]);
});

/** A text made to keep an expression busy: what is repeated, between a beginning and an end that may fit nothing. */
interface HostileText {
	begin: string;
	pump: string;
	end: string;
}

const SIGNS = [...' \n0ax"\'\\/{}[]()<>@.,:;-_|=&%#$+*?!~\u00a0\u200b'];

/** Texts of the words and signs of an expression, again and again; the linter thinks of all others (eslint.config.mjs). */
function hostileTexts({ source }: RegExp): HostileText[] {
	const words = source.match(/\w[\w ]*/g) ?? [];
	const own = [...new Set(source)].filter((each) => SIGNS.includes(each));
	const pairs = own.flatMap((one) => own.map((other) => one + other));
	const pumps = [...new Set([...SIGNS, ...words, ...pairs])];
	return pumps.flatMap((pump) => [
		...['', '{', '\0'].map((end) => ({ begin: '', pump, end })),
		{ begin: '\0', pump, end: '\0' },
	]);
}

/** The least time of a few runs: what else a machine does only adds to it. */
function leastOf(runs: number, clock: () => number, work: () => void): number {
	return Math.min(
		...Array.from({ length: runs }, () => {
			const before = clock();
			work();
			return clock() - before;
		}),
	);
}

const wall = () => performance.now();
const processor = () => process.cpuUsage().user / 1_000;

/** Milliseconds that no text of up to 10,000 characters takes where each character is looked at a few times. */
const SUSPICIOUS = 3;
/** Below this, growth says nothing. */
const FLOOR = 15;
/** From this on, a tick of the clock changes nothing. */
const SURE = 400;
/** From 10 to 40 kB: linear growth is 4, quadratic growth is 16. */
const MOST_GROWTH = 8;
/** From 20 to 40 kB: linear growth is 2, quadratic growth is 4. */
const MOST_OF_LAST = 2.9;

/** Milliseconds for 10, 20 and 40 kB of a text for which the time grows faster than the text; undefined for any other. */
function superLinear(expression: RegExp, text: HostileText): number[] | undefined {
	const everywhere = new RegExp(expression.source, `${expression.flags.replace(/[gy]/g, '')}g`);
	const apply = (size: number) => {
		const { begin, pump, end } = text;
		const subject = begin + pump.repeat(Math.ceil(size / pump.length)) + end;
		return () => void subject.replace(everywhere, '');
	};
	// What would take hours at 10 kB takes long at these sizes.
	for (const size of [20, 26, 40, 100, 500]) {
		const work = apply(size);
		if (leastOf(1, wall, work) < SUSPICIOUS) continue;
		const least = leastOf(3, processor, work);
		if (least > FLOOR) return [least];
	}
	if (leastOf(1, wall, apply(10_000)) < SUSPICIOUS) return undefined;
	if (leastOf(2, wall, apply(10_000)) < SUSPICIOUS) return undefined;
	const timesOf = (repeats: number) =>
		[10_000, 20_000, 40_000].map((size) => {
			const work = apply(size);
			return leastOf(2, processor, () => {
				for (let times = 0; times < repeats; times++) work();
			});
		});
	const grows = ([small, middle, large]: number[]) =>
		large > FLOOR && large > MOST_GROWTH * small && large > MOST_OF_LAST * middle;
	const times = timesOf(1);
	if (!grows(times)) return undefined;
	// The clock of the processor may tick only each 10 ms.
	const sure = times[2] < SURE ? timesOf(Math.ceil(SURE / times[2])) : times;
	return grows(sure) ? sure : undefined;
}

function worstOf(expression: RegExp): string | undefined {
	for (const text of hostileTexts(expression)) {
		const times = superLinear(expression, text);
		if (times !== undefined)
			return `${JSON.stringify(text)}: ${times.map(Math.round).join(', ')} ms`;
	}
	return undefined;
}

it('sees all expressions: those made of texts are made when a file is loaded, but for that of a token', () => {
	expect(expressions.length).toBeGreaterThan(150);
	const unseen = files.filter((file) => written(file).made > (onLoading.get(file)?.size ?? 0));
	expect(unseen).toEqual([]);
});

it.each([
	[/"(?:[^"\\]|\\.)*"/, true],
	[/^x+|x+$/g, true],
	[/^[\s=]*([^{}]*)[}\s]*$/, true],
	[/removed from .*mailing list/, true],
	[/(a+)+b/, true],
	[/(?:[^{}]*?)\s*\}/, true],
	[/^\s*(\d+)\s*$/, false],
	[/\s+/, false],
	[/[^@]{1,64}@/, false],
])('knows whether %s takes ever longer: %j', (expression, isSlow) => {
	expect(worstOf(expression) !== undefined).toBe(isSlow);
});

it.each(expressions)('%s: %s takes no longer than its text', (_file, expression) => {
	expect(worstOf(expression)).toBeUndefined();
});

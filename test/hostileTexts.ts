import {
	RegExpParser,
	type RegExpSyntaxError,
	visitRegExpAST,
	type AST,
} from '@eslint-community/regexpp';

/** A text made to keep an expression busy: a beginning, what is repeated, and an end that fits nothing. */
export interface HostileText {
	before: string;
	pump: string;
	after: string;
}

/** The text with about so many characters. */
export function ofSize({ before, pump, after }: HostileText, size: number): string {
	return before + pump.repeat(Math.ceil(size / pump.length)) + after;
}

/** What takes one character. */
type Taker = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

/** Fewer repetitions than this cost no time, whatever they do. */
const MANY = 10;
const MOST_KINDS = 12;
const MOST_BEFORE = 8;
const PROBES = ' \t\n\0\u00a0\u200b!"\'#$%&()*+,-./09:;<=>?@AZ[\\]^_`az{|}~éא\u0660😀\ufffd';

/**
 * Texts made from an expression itself: each of its repetitions is fed with what it takes, behind what has to come before it.
 * None where nothing is repeated often.
 */
export function hostileTexts({ source, flags }: RegExp): HostileText[] {
	const pattern = parsed(source, flags);
	const takers: Taker[] = [];
	const repetitions: AST.Quantifier[] = [];
	visitRegExpAST(pattern, {
		onCharacterEnter: (node) => void (isWhole(node) && takers.push(node)),
		onCharacterSetEnter: (node) => void (isWhole(node) && takers.push(node)),
		onCharacterClassEnter: (node) => void (isWhole(node) && takers.push(node)),
		onQuantifierEnter: (node) => void (node.max >= MANY && repetitions.push(node)),
	});
	if (repetitions.length === 0) return [];

	const kinds = kindsOf(takers, flags);
	const samples = (node: AST.Node) => samplesOf(node, kinds);
	const befores = repetitions.map((each) => beginningOf(each, samples));
	const own = repetitions.flatMap((each, at) =>
		samples(each.element).flatMap((sample) => [sample, befores[at] + sample]),
	);
	const characters = kinds.map(({ character }) => character);
	const rarest = kinds.reduce((one, other) => (other.takers.size < one.takers.size ? other : one));
	const pairs = characters.flatMap((one) => characters.map((other) => one + other));
	const texts = (pumps: string[], ends: string[]) =>
		distinct(['', rarest.character, ...befores])
			.slice(0, MOST_BEFORE)
			.flatMap((before) =>
				distinct(pumps)
					.filter(Boolean)
					.flatMap((pump) => distinct(ends).map((after) => ({ before, pump, after }))),
			);
	return [
		...texts([...own, ...befores, ...characters], ['', ...characters]),
		...texts(pairs, ['', rarest.character]),
	];
}

function parsed(source: string, flags: string): AST.Pattern {
	const unicode = flags.includes('u');
	try {
		return new RegExpParser().parsePattern(source, 0, source.length, { unicode });
	} catch (error) {
		throw new Error(`${source}: ${(error as RegExpSyntaxError).message}`);
	}
}

function isWhole({ parent }: AST.Character | AST.CharacterSet | AST.CharacterClass): boolean {
	return parent?.type !== 'CharacterClass' && parent?.type !== 'CharacterClassRange';
}

/** A character, and what takes it: of two that the same takes, one is enough. */
interface Kind {
	character: string;
	takers: Set<Taker>;
}

function kindsOf(takers: Taker[], flags: string): Kind[] {
	const codes = takers.flatMap((taker): number[] => {
		if (taker.type === 'Character') return [taker.value];
		if (taker.type !== 'CharacterClass') return [];
		return taker.elements.flatMap((element) => {
			if (element.type === 'Character') return [element.value];
			if (element.type === 'CharacterClassRange') return [element.min.value, element.max.value + 1];
			return [];
		});
	});
	const tests = takers.map((taker) => ({
		taker,
		takes: new RegExp(`^(?:${taker.raw})$`, flags.replace(/[gy]/g, '')),
	}));
	const found = new Map<string, Kind>();
	for (const character of [...codes.map((code) => String.fromCodePoint(code)), ...PROBES]) {
		const taking = tests.filter(({ takes }) => takes.test(character));
		const key = tests.map((each) => Number(taking.includes(each))).join('');
		if (!found.has(key)) {
			found.set(key, { character, takers: new Set(taking.map(({ taker }) => taker)) });
		}
	}
	// What much of the expression takes keeps it busy; one that nothing takes makes it fail.
	const all = [...found.values()].sort((one, other) => other.takers.size - one.takers.size);
	return all.length <= MOST_KINDS ? all : [...all.slice(0, MOST_KINDS - 1), all[all.length - 1]];
}

/** A few texts that a part of an expression takes. */
function samplesOf(node: AST.Node, kinds: Kind[]): string[] {
	const samples = (inner: AST.Node) => samplesOf(inner, kinds);
	switch (node.type) {
		case 'Character':
			return [String.fromCodePoint(node.value)];
		case 'CharacterSet':
		case 'CharacterClass':
			return characterOf(node, kinds);
		case 'Quantifier':
			return samples(node.element).map((sample) => sample.repeat(Math.max(node.min, 1)));
		case 'Group':
		case 'CapturingGroup':
			return distinct(node.alternatives.flatMap(samples)).slice(0, 4);
		case 'Alternative':
			return node.elements
				.reduce<string[]>(
					(texts, element) => {
						const [first, ...others] = samples(element);
						return [...texts.map((text) => text + first), ...others.map((each) => texts[0] + each)];
					},
					[''],
				)
				.slice(0, 4);
		default:
			return [''];
	}
}

function characterOf(taker: Taker, kinds: Kind[]): string[] {
	const taken = kinds.filter(({ takers }) => takers.has(taker));
	const few = taken.length > 2 ? [taken[0], taken[taken.length - 1]] : taken;
	return few.length === 0 ? ['x'] : few.map(({ character }) => character);
}

/** What has to come before a part of an expression. */
function beginningOf(node: AST.Node, samples: (node: AST.Node) => string[]): string {
	let before = '';
	for (let inner = node; inner.parent !== null; inner = inner.parent) {
		if (inner.parent.type !== 'Alternative') continue;
		const { elements } = inner.parent;
		const earlier = elements.slice(0, elements.indexOf(inner as AST.Element));
		before = earlier.map((each) => samples(each)[0]).join('') + before;
	}
	return before;
}

function distinct<T>(values: T[]): T[] {
	return [...new Set(values)];
}

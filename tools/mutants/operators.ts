import ts from 'typescript';

/** A small fault: what takes the place of a piece of code. */
export interface Fault {
	/** What is wrong with it, in a few words. */
	what: string;
	/** The code in its place; empty for a statement that is left out. */
	code: string;
}

const swapped: Partial<Record<ts.SyntaxKind, string>> = {
	[ts.SyntaxKind.LessThanToken]: '<=',
	[ts.SyntaxKind.LessThanEqualsToken]: '<',
	[ts.SyntaxKind.GreaterThanToken]: '>=',
	[ts.SyntaxKind.GreaterThanEqualsToken]: '>',
	[ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
	[ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
	[ts.SyntaxKind.AmpersandAmpersandToken]: '||',
	[ts.SyntaxKind.BarBarToken]: '&&',
	[ts.SyntaxKind.MinusToken]: '+',
	[ts.SyntaxKind.AsteriskToken]: '/',
	[ts.SyntaxKind.SlashToken]: '*',
	[ts.SyntaxKind.PercentToken]: '*',
};

const otherMethod = new Map([
	['some', 'every'],
	['every', 'some'],
	['min', 'max'],
	['max', 'min'],
	['startsWith', 'endsWith'],
	['endsWith', 'startsWith'],
]);

/** Methods without which the list or text they are called on stays as it was. */
const leftOut = ['sort', 'reverse', 'filter', 'trim', 'toLowerCase'];

/** The faults a piece of code can have; none for most. */
export function faultsOf(node: ts.Node, file: ts.SourceFile): Fault[] {
	if (ts.isBinaryExpression(node)) return ofBinary(node, file);
	if (ts.isConditionalExpression(node)) return ofChoice(node, file);
	if (ts.isCallExpression(node)) return ofCall(node, file);
	if (ts.isPrefixUnaryExpression(node)) return ofNegation(node, file);
	if (ts.isNumericLiteral(node)) return ofNumber(node);
	if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ what: 'true is false', code: 'false' }];
	if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ what: 'false is true', code: 'true' }];
	if (ts.isExpressionStatement(node)) return [{ what: 'left out', code: '' }];
	return [];
}

function ofBinary(node: ts.BinaryExpression, file: ts.SourceFile): Fault[] {
	const { left, operatorToken, right } = node;
	if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
		return [{ what: 'no default', code: left.getText(file) }];
	}
	const other = isSum(node) ? '-' : swapped[operatorToken.kind];
	if (other === undefined) return [];
	const what = `${operatorToken.getText(file)} is ${other}`;
	return [{ what, code: `${left.getText(file)} ${other} ${right.getText(file)}` }];
}

/** Texts are put together with a plus as well. */
function isSum({ left, operatorToken, right }: ts.BinaryExpression): boolean {
	const isPlus = operatorToken.kind === ts.SyntaxKind.PlusToken;
	return isPlus && (ts.isNumericLiteral(left) || ts.isNumericLiteral(right));
}

function ofChoice(node: ts.ConditionalExpression, file: ts.SourceFile): Fault[] {
	return [
		{ what: 'always the first', code: node.whenTrue.getText(file) },
		{ what: 'always the second', code: node.whenFalse.getText(file) },
	];
}

function ofCall(node: ts.CallExpression, file: ts.SourceFile): Fault[] {
	const { expression, arguments: given } = node;
	if (!ts.isPropertyAccessExpression(expression)) return [];
	const on = expression.expression.getText(file);
	const method = expression.name.text;
	const values = given.map((argument) => argument.getText(file)).join(', ');
	if (leftOut.includes(method)) return [{ what: `no ${method}`, code: on }];
	const other = otherMethod.get(method);
	if (other !== undefined) {
		return [{ what: `${method} is ${other}`, code: `${on}.${other}(${values})` }];
	}
	if (method === 'slice' && values.startsWith('-')) {
		return [{ what: 'the first, not the last', code: `${on}.slice(0, ${values.slice(1)})` }];
	}
	if (method === 'at' && values === '-1') {
		return [{ what: 'the first, not the last', code: `${on}.at(0)` }];
	}
	return [];
}

function ofNegation(node: ts.PrefixUnaryExpression, file: ts.SourceFile): Fault[] {
	if (node.operator !== ts.SyntaxKind.ExclamationToken) return [];
	return [{ what: 'not negated', code: node.operand.getText(file) }];
}

function ofNumber(node: ts.NumericLiteral): Fault[] {
	const value = Number(node.text);
	return [{ what: `${value} is ${value + 1}`, code: String(value + 1) }];
}

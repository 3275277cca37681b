import ts from 'typescript';

import { filesIn, read } from '../repository';

/** A text that the published code can show a user, with … for what is known only when it is shown. */
export interface SaidText {
	/** Path of the file that says it. */
	file: string;
	/** The class that carries it, or the rule that it belongs to. */
	by: 'Failure' | 'InvalidValue' | 'Error' | 'rule';
	headline: string;
	/** What is said below the headline; blank if that is made elsewhere. */
	remedy: string;
	/** Of a rule: the answers that it is for, such as `401 with bot`; blank for all. */
	when: string;
}

/** Every headline in the sources of nodes and credential, in the order of the code. */
export function saidTexts(): SaidText[] {
	return ['credentials', 'nodes']
		.flatMap(filesIn)
		.filter((file) => file.endsWith('.ts'))
		.flatMap(textsOf);
}

function textsOf(file: string): SaidText[] {
	const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
	const found: SaidText[] = [];
	const visit = (node: ts.Node): void => {
		const said = fromNew(node) ?? fromCall(node) ?? fromRule(node);
		if (said && /\w/.test(said.headline)) found.push({ file, ...said });
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

type Found = Omit<SaidText, 'file'>;

function fromNew(node: ts.Node): Found | undefined {
	if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
	const by = node.expression.text;
	if (by !== 'Failure' && by !== 'InvalidValue' && by !== 'Error') return undefined;
	const [headline, remedy] = node.arguments ?? [];
	return { by, headline: wording(headline), remedy: wording(remedy), when: '' };
}

/** `this.fail(headline, remedy)`, which makes a Failure of them. */
function fromCall(node: ts.Node): Found | undefined {
	if (!ts.isCallExpression(node) || !node.expression.getText().endsWith('.fail')) return undefined;
	const [headline, remedy] = node.arguments;
	return { by: 'Failure', headline: wording(headline), remedy: wording(remedy), when: '' };
}

/** `{ applies, headline, remedy }`. */
function fromRule(node: ts.Node): Found | undefined {
	if (!ts.isObjectLiteralExpression(node)) return undefined;
	const parts = new Map(
		node.properties
			.filter(ts.isPropertyAssignment)
			.map(({ name, initializer }) => [name.getText(), initializer]),
	);
	const headline = parts.get('headline');
	const remedy = parts.get('remedy');
	if (!headline || !remedy) return undefined;
	const applies = parts.get('applies');
	const when = applies ? (commentOn(applies.parent) ?? answersOf(applies.getText())) : '';
	return { by: 'rule', headline: wording(headline), remedy: wording(remedy), when };
}

/** What a line above says. */
function commentOn(node: ts.Node): string | undefined {
	const text = node.getSourceFile().text.slice(node.getFullStart(), node.getStart());
	return /\/\/ (.+)/.exec(text)?.[1];
}

/** What a condition names: status codes, and the words that the answer must hold. */
function answersOf(condition: string): string {
	const codes = condition.match(/\b[2-5]\d\d\b/g) ?? [];
	const [from, to] = codes.map(Number);
	const range = to ? `${from} to ${to - 1}` : `${from} and above`;
	const status = condition.includes('>=') ? range : codes.join(', ');
	const words = /\/([^/]+)\/i/.exec(condition)?.[1].replaceAll('\\b', '').replaceAll('|', ', ');
	return words ? `${status} with ${words}` : status;
}

/** The words of an expression; … where they are not written there. */
function wording(node: ts.Node | undefined): string {
	if (!node) return '';
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isTemplateExpression(node)) {
		const rest = node.templateSpans.map(({ literal }) => `…${literal.text}`);
		return node.head.text + rest.join('');
	}
	if (ts.isArrowFunction(node)) return wording(node.body);
	if (ts.isParenthesizedExpression(node)) return wording(node.expression);
	if (ts.isBinaryExpression(node)) return wording(node.right);
	if (ts.isConditionalExpression(node)) return wording(node.whenTrue);
	if (ts.isCallExpression(node)) return node.arguments.map(wording).find(isWritten) ?? '…';
	if (ts.isIdentifier(node)) return wording(constantOf(node) ?? returnedBy(node)) || '…';
	return '…';
}

function isWritten(text: string): boolean {
	return text !== '' && text !== '…';
}

/** What a name stands for, where it is a constant of the same file. */
function constantOf(identifier: ts.Identifier): ts.Expression | undefined {
	return identifier
		.getSourceFile()
		.statements.filter(ts.isVariableStatement)
		.flatMap(({ declarationList }) => [...declarationList.declarations])
		.find(({ name }) => name.getText() === identifier.text)?.initializer;
}

/** What a function of the same file gives. */
function returnedBy(identifier: ts.Identifier): ts.Expression | undefined {
	const body = identifier
		.getSourceFile()
		.statements.filter(ts.isFunctionDeclaration)
		.find(({ name }) => name?.text === identifier.text)?.body;
	return body?.statements.find(ts.isReturnStatement)?.expression;
}

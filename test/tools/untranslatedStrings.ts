import { calledName, lineOf, nodesIn, type SourceFile, type SyntaxNode, walk } from './sourceTree.ts';

/** Fields whose strings people read, of what is given to VS Code or to the view. */
const shownFields = new Set([
	'ariaLabel',
	'ariaValueText',
	'description',
	'detail',
	'openLabel',
	'placeHolder',
	'placeholder',
	'problem',
	'prompt',
	'saveLabel',
	'title',
	'tooltip',
	'validationMessage',
]);

/** Calls whose strings people read: the first argument that is shown, and the one behind the last. */
const shownArguments: ReadonlyMap<string, readonly [from: number, to: number]> = new Map([
	['AgentError', [1, 2]],
	['announce', [0, 1]],
	['element', [2, Infinity]],
	['iconButton', [1, 2]],
	['messageText', [0, 1]],
	['placeholder', [0, 1]],
	['say', [0, 1]],
	['setStatusBarMessage', [0, 1]],
	['showErrorMessage', [0, Infinity]],
	['showInformationMessage', [0, Infinity]],
	['showWarningMessage', [0, Infinity]],
	['stopButton', [0, 1]],
]);

/** Names, which are the same in every language. */
const name = /^(?:ACP|ACP Host|Markdown|VS Code)?[^\p{L}]*$/u;

/** Strings that users would read in English in every language, because they are not given by `t`. */
export function untranslatedStrings(file: SourceFile): readonly string[] {
	const found: string[] = [];
	const report = (node: SyntaxNode, text: string): void => {
		if (!name.test(text)) found.push(`${file.name}:${lineOf(file, node)} ${text.trim()}`);
	};
	const shown = (node: SyntaxNode): void => {
		for (const literal of literalsOf(node)) report(literal, textOf(literal));
	};
	walk(file.tree, (node) => {
		switch (node.type) {
			case 'ObjectProperty':
				if (shownFields.has(nameOf(node['key']))) for (const value of nodesIn(node['value'])) shown(value);
				break;
			case 'AssignmentExpression':
				if (isShownTarget(node['left'])) for (const value of nodesIn(node['right'])) shown(value);
				break;
			case 'CallExpression':
			case 'NewExpression': {
				const [from, to] = shownArguments.get(calledName(node)) ?? [0, 0];
				for (const value of nodesIn(node['arguments']).slice(from, to)) shown(value);
				break;
			}
			case 'TaggedTemplateExpression':
				if (['html', 'svg'].includes(nameOf(node['tag']))) {
					for (const text of textsOfTemplate(node)) report(node, text);
				}
		}
	});
	return found;
}

function nameOf(value: unknown): string {
	const [node] = nodesIn(value);
	return node?.type === 'Identifier' ? String(node['name']) : '';
}

function isShownTarget(value: unknown): boolean {
	const [left] = nodesIn(value);
	const field = left?.type === 'MemberExpression' ? nameOf(left['property']) : '';
	return shownFields.has(field) || field === 'textContent';
}

/** The literals that an expression may result in. */
function literalsOf(node: SyntaxNode): readonly SyntaxNode[] {
	switch (node.type) {
		case 'StringLiteral':
		case 'TemplateLiteral':
			return [node];
		case 'ConditionalExpression':
			return [...nodesIn(node['consequent']), ...nodesIn(node['alternate'])].flatMap(literalsOf);
		case 'BinaryExpression':
			if (node['operator'] !== '+') return [];
			return [...nodesIn(node['left']), ...nodesIn(node['right'])].flatMap(literalsOf);
		case 'LogicalExpression':
			return [...nodesIn(node['left']), ...nodesIn(node['right'])].flatMap(literalsOf);
		default:
			return [];
	}
}

function textOf(node: SyntaxNode): string {
	return node.type === 'StringLiteral' ? String(node['value']) : quasisOf(node).join('');
}

function quasisOf(template: SyntaxNode): readonly string[] {
	return nodesIn(template['quasis']).map((quasi) => (quasi['value'] as { cooked: string }).cooked);
}

/** What stands in a template of the view as text, or in an attribute that people read. */
function textsOfTemplate(node: SyntaxNode): readonly string[] {
	const [template] = nodesIn(node['quasi']);
	const markup = template === undefined ? '' : quasisOf(template).join('\0');
	const attributes = markup.matchAll(/\s(?:alt|aria-label|aria-valuetext|placeholder|title)="([^"]*)"/gu);
	const between = markup.replaceAll(/<[^>]*>/gu, '\0').split('\0');
	return [...between, ...[...attributes].map(([, text = '']) => text)];
}

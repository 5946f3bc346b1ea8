/**
 * Colours for when the theme cannot be read: variables that VS Code gives to each webview, in every theme. The
 * variables follow the theme, so these colours are right for its kind without our doing.
 */
import type { TokenRule } from './tokenRule.ts';

/** Theme rules know only colours in hexadecimal, so each variable has a number. */
const variables = {
	'#010000': '--vscode-descriptionForeground',
	'#020000': '--vscode-debugTokenExpression-string',
	'#030000': '--vscode-debugTokenExpression-number',
	'#040000': '--vscode-debugTokenExpression-boolean',
	'#050000': '--vscode-debugTokenExpression-name',
	'#060000': '--vscode-symbolIcon-functionForeground',
	'#070000': '--vscode-symbolIcon-classForeground',
	'#080000': '--vscode-symbolIcon-variableForeground',
	'#090000': '--vscode-gitDecoration-addedResourceForeground',
	'#0A0000': '--vscode-gitDecoration-deletedResourceForeground',
} as const;

type Stand = keyof typeof variables;

export const fallbackRules: readonly TokenRule[] = [
	rule('#080000', 'variable', 'support.type.property-name', 'entity.other.attribute-name'),
	rule('#010000', 'comment', 'punctuation.definition.comment'),
	rule('#020000', 'string', 'markup.inline.raw'),
	rule('#030000', 'constant.numeric'),
	rule('#040000', 'constant.language', 'variable.language'),
	rule('#050000', 'keyword', 'storage', 'entity.name.tag'),
	rule('#060000', 'entity.name.function', 'support.function', 'meta.diff.range'),
	rule('#070000', 'entity.name.type', 'entity.name.class', 'support.class', 'support.type', 'markup.heading'),
	rule('#090000', 'markup.inserted'),
	rule('#0A0000', 'markup.deleted'),
	{ scope: ['markup.bold', 'markup.heading'], settings: { fontStyle: 'bold' } },
	{ scope: ['markup.italic'], settings: { fontStyle: 'italic' } },
	{ scope: ['keyword.operator'], settings: { foreground: '#0B0000' } },
];

/** The variable that a colour of `fallbackRules` stands for; undefined for the colour of plain text. */
export function fallbackVariable(colour: string): string | undefined {
	return variables[colour.toUpperCase() as Stand];
}

function rule(foreground: Stand, ...scope: readonly string[]): TokenRule {
	return { scope: [...scope], settings: { foreground } };
}

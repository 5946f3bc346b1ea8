import type { ViewTextStyle } from '../../core/view/toView.ts';

/** Hexadecimal, or a variable of VS Code: nothing else gets into a style sheet. */
const safeColour = /^(#[\da-f]{3,8}|--vscode-[\w-]+)$/i;

const known = new Map<string, string>();
let sheet: CSSStyleSheet | undefined;

/** The class for text that looks so; empty for plain text. Attributes for styles are forbidden by the page's policy. */
export function styleClass({ color, isBold, isItalic, isUnderline }: ViewTextStyle): string {
	const rules = [
		color !== undefined &&
			safeColour.test(color) &&
			`color:${color.startsWith('#') ? color : `var(${color})`}`,
		isBold === true && 'font-weight:bold',
		isItalic === true && 'font-style:italic',
		isUnderline === true && 'text-decoration:underline',
	];
	const style = rules.filter((rule) => rule !== false).join(';');
	return style === '' ? '' : (known.get(style) ?? addClass(style));
}

function addClass(style: string): string {
	const name = `token-${known.size}`;
	known.set(style, name);
	if (sheet === undefined) {
		sheet = new CSSStyleSheet();
		document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
	}
	sheet.insertRule(`.${name}{${style}}`);
	return name;
}

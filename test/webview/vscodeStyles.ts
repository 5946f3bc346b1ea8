/** The rules that VS Code puts into every webview, of which ours have to take back what does not suit (1.106 and newer). */
export const vscodeStyles = `@layer vscode-default {
	html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
	body {
		overscroll-behavior-x: none;
		background-color: transparent;
		color: var(--vscode-editor-foreground);
		font-family: var(--vscode-font-family);
		font-weight: var(--vscode-font-weight);
		font-size: var(--vscode-font-size);
		margin: 0;
		padding: 0 20px;
	}
	img, video { max-width: 100%; max-height: 100%; }
	a, a code { color: var(--vscode-textLink-foreground); }
	p > a { text-decoration: var(--text-link-decoration); }
	a:hover { color: var(--vscode-textLink-activeForeground); }
	a:focus, input:focus, select:focus, textarea:focus {
		outline: 1px solid -webkit-focus-ring-color;
		outline-offset: -1px;
	}
	code {
		font-family: var(--monaco-monospace-font);
		color: var(--vscode-textPreformat-foreground);
		background-color: var(--vscode-textPreformat-background);
		padding: 1px 3px;
		border-radius: 4px;
	}
	pre code { padding: 0; }
	blockquote {
		background: var(--vscode-textBlockQuote-background);
		border-color: var(--vscode-textBlockQuote-border);
	}
	kbd {
		background-color: var(--vscode-keybindingLabel-background);
		color: var(--vscode-keybindingLabel-foreground);
		border: 1px solid var(--vscode-keybindingLabel-border);
		border-bottom-color: var(--vscode-keybindingLabel-bottomBorder);
		border-radius: 3px;
		vertical-align: middle;
		padding: 1px 3px;
	}
}`;

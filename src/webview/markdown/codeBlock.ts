import { element, iconButton } from '../dom.ts';
import { visibleText } from '../../core/view/hostileText.ts';
import { ChunkedText } from '../terminal/chunkedText.ts';

/** How long the copy button says that it did. */
const copiedMs = 1500;

/** A block of code with its language and a copy button. Text is only ever appended. */
export class CodeBlock {
	readonly element = element('div', 'code-block');
	readonly #code: ChunkedText;
	readonly #copy: (text: string) => void;
	#text = '';

	constructor(info: string, copy: (text: string) => void) {
		const language = visibleText(info.trim().split(/\s/, 1)[0] ?? '').slice(0, 40);
		const code = element('code');
		const pre = element('pre', '', code);
		// Long lines scroll sideways, so the block must be reachable by keyboard.
		pre.tabIndex = 0;
		pre.ariaLabel = language === '' ? 'Code' : `Code: ${language}`;
		pre.role = 'region';
		this.#code = new ChunkedText(code);
		this.#copy = copy;
		const head = element('div', 'code-head', element('span', 'code-language', language), this.#copyButton());
		this.element.append(head, pre);
	}

	append(text: string): void {
		this.#text += text;
		this.#code.append(text);
	}

	#copyButton(): HTMLButtonElement {
		const button = iconButton('copy', 'Copy Code', () => {
			this.#copy(this.#text.replace(/\n$/, ''));
			const drawn = button.firstElementChild;
			if (drawn === null) return;
			drawn.className = 'codicon codicon-check';
			setTimeout(() => (drawn.className = 'codicon codicon-copy'), copiedMs);
		});
		return button;
	}
}

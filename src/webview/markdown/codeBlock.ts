import { t } from '../../core/base/l10n.ts';
import { copyButton, element, iconButton } from '../page/dom.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { ChunkedText } from '../terminal/chunkedText.ts';
import type { MarkdownContext } from './context.ts';

/** Longer ones name no language. */
const maxInfoChars = 200;

type CodeContext = Pick<MarkdownContext, 'copy' | 'colour' | 'insertCode' | 'openCode'>;

/** A block of code with its language and what can be done with it. Text is only ever appended. */
export class CodeBlock {
	readonly element = element('div', 'code-block');
	readonly #host = element('code');
	readonly #code = new ChunkedText(this.#host);
	readonly #context: CodeContext;
	readonly #info: string;
	#text = '';
	#closedChars = 0;

	/** @param info what stands behind the opening fence */
	constructor(info: string, context: CodeContext) {
		this.#context = context;
		this.#info = info.trim().slice(0, maxInfoChars);
		const language = visibleText(this.#info.split(/\s/, 1)[0] ?? '').slice(0, 40);
		const pre = element('pre', '', this.#host);
		// Long lines scroll sideways, so the block must be reachable by keyboard.
		pre.tabIndex = 0;
		pre.ariaLabel = language === '' ? t('Code') : t('Code: {0}', language);
		pre.role = 'group';
		const head = element('div', 'code-head', element('span', 'code-language', language), this.#tools());
		this.element.append(head, pre);
	}

	append(text: string): void {
		this.#text += text;
		this.#code.append(text);
	}

	/** The code is complete, so it may get its colours. */
	close(): void {
		if (this.#closedChars === this.#text.length) return;
		this.#closedChars = this.#text.length;
		this.#context.colour({ language: this.#info, text: this.#text, code: this.#host });
	}

	/** Without the line break that ends the block. */
	get #content(): string {
		return this.#text.replace(/\n$/, '');
	}

	#tools(): HTMLElement {
		const wrap = iconButton('word-wrap', t('Wrap Lines'), () => {
			wrap.ariaPressed = String(this.element.classList.toggle('wraps'));
		});
		wrap.ariaPressed = 'false';
		return element(
			'div',
			'code-tools',
			wrap,
			iconButton('new-file', t('Open as New File'), () => this.#context.openCode(this.#content, this.#info)),
			iconButton('insert', t('Insert at Cursor'), () => this.#context.insertCode(this.#content)),
			copyButton(t('Copy Code'), () => this.#context.copy(this.#content)),
		);
	}
}

/**
 * What was sent before, by the arrow keys: Up at the very start of the field goes back, Down at its very end comes
 * forward again, to what is being written. Nothing of that is lost when what came back is changed or sent (hazard G2).
 */
export class PromptHistory {
	readonly #field: HTMLTextAreaElement;
	readonly #prompts: () => readonly string[];
	/** What the keys go through: what was being written, and then further and further back. */
	#texts: readonly string[] = [];
	/** Which of them stands in the field. */
	#back = 0;
	/** Was being written when what came back was changed: Up brings it back first, and the next message leaves it. */
	#aside = '';

	/** @param prompts the newest first */
	constructor(field: HTMLTextAreaElement, prompts: () => readonly string[]) {
		this.#field = field;
		this.#prompts = prompts;
	}

	/** What was sent before stands in the field, as it was. */
	get isBack(): boolean {
		return this.#back > 0;
	}

	/** All that is being written, whatever stands in the field. */
	draft(without = ''): string {
		const written = this.isBack ? this.#texts[0] : this.#field.value;
		return [written, this.#aside].filter((text) => text !== '' && text !== without).join('\n\n');
	}

	/** Call when the user changed the text. */
	edited(): void {
		if (this.isBack) this.#aside = this.draft(this.#texts[this.#back]);
		this.#back = 0;
	}

	/** Call when the text was sent. Gives what is to be written on. */
	sent(): string {
		this.edited();
		return this.#aside;
	}

	/** Call when the text was changed by anything else. */
	leave(): void {
		this.#back = 0;
		this.#aside = '';
	}

	/** True if the field holds another text now. */
	pressed(key: string): boolean {
		const { selectionStart, selectionEnd, value } = this.#field;
		const isUp = key === 'ArrowUp' && selectionEnd === 0;
		if (!isUp && (key !== 'ArrowDown' || selectionStart < value.length)) return false;
		if (!this.isBack)
			this.#texts = [value, ...[this.#aside, ...this.#prompts()].filter((text) => text !== '')];
		const back = this.#back + (isUp ? 1 : -1);
		const text = this.#texts[back];
		if (text === undefined) return false;
		this.#back = back;
		this.#field.value = text;
		if (isUp) this.#field.setSelectionRange(0, 0);
		return true;
	}
}

/**
 * What was sent before, by the arrow keys: Up at the very start of the field goes back, Down at its very end comes
 * forward again, to what was being written. Typing ends it.
 */
export class PromptHistory {
	readonly #field: HTMLTextAreaElement;
	readonly #prompts: () => readonly string[];
	/** How far back, from 1; 0 is what is being written. */
	#back = 0;
	#written = '';

	/** @param prompts the newest first */
	constructor(field: HTMLTextAreaElement, prompts: () => readonly string[]) {
		this.#field = field;
		this.#prompts = prompts;
	}

	/** Call when the text was changed by anything else. */
	leave(): void {
		this.#back = 0;
	}

	/** True if the field holds another text now. */
	pressed(key: string): boolean {
		const { selectionStart, selectionEnd, value } = this.#field;
		if (selectionStart !== selectionEnd) return false;
		if (key === 'ArrowUp' && selectionStart === 0) return this.#goTo(this.#back + 1, 0);
		if (key === 'ArrowDown' && selectionStart === value.length && this.#back > 0) {
			return this.#goTo(this.#back - 1, undefined);
		}
		return false;
	}

	/** @param caret the end if undefined */
	#goTo(back: number, caret: number | undefined): boolean {
		const prompt = back === 0 ? this.#written : this.#prompts()[back - 1];
		if (prompt === undefined) return false;
		if (this.#back === 0) this.#written = this.#field.value;
		this.#back = back;
		this.#field.value = prompt;
		const at = caret ?? prompt.length;
		this.#field.setSelectionRange(at, at);
		return true;
	}
}

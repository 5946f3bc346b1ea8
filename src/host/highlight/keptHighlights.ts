import { createHash } from 'node:crypto';
import * as limits from '../../core/base/limits.ts';
import type { ViewHighlight } from '../../core/view/toView.ts';

interface Kept {
	readonly highlight: ViewHighlight;
	readonly size: number;
}

/** The latest colours that were computed, so that a view that comes back does not cost them again. */
export class KeptHighlights {
	readonly #kept = new Map<string, Kept>();
	#size = 0;

	get(language: string, text: string): ViewHighlight | undefined {
		const key = keyOf(language, text);
		const found = this.#kept.get(key);
		if (found === undefined) return undefined;
		this.#kept.delete(key);
		this.#kept.set(key, found);
		return found.highlight;
	}

	set(language: string, text: string, highlight: ViewHighlight): void {
		const key = keyOf(language, text);
		this.#drop(key);
		this.#kept.set(key, { highlight, size: text.length });
		this.#size += text.length;
		for (const oldest of this.#kept.keys()) {
			if (this.#kept.size <= limits.highlightsKept && this.#size <= limits.highlightsKeptChars) break;
			this.#drop(oldest);
		}
	}

	clear(): void {
		this.#kept.clear();
		this.#size = 0;
	}

	#drop(key: string): void {
		this.#size -= this.#kept.get(key)?.size ?? 0;
		this.#kept.delete(key);
	}
}

function keyOf(language: string, text: string): string {
	return createHash('sha1').update(`${language}\n${text}`).digest('base64');
}

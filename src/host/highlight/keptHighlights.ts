import { createHash } from 'node:crypto';
import { BoundedMap } from '../../core/base/boundedMap.ts';
import * as limits from '../../core/base/limits.ts';
import type { ViewHighlight } from '../../core/view/toView.ts';

interface Kept {
	readonly highlight: ViewHighlight;
	readonly size: number;
}

/** The colours that were used last, so that a view that comes back does not cost them again. */
export class KeptHighlights {
	readonly #kept = new BoundedMap<string, Kept>({
		maxCount: limits.highlightsKept,
		maxWeight: limits.highlightsKeptChars,
		weigh: ({ size }) => size,
	});

	get(language: string, text: string): ViewHighlight | undefined {
		const key = keyOf(language, text);
		const found = this.#kept.get(key);
		if (found !== undefined) this.#kept.set(key, found);
		return found?.highlight;
	}

	set(language: string, text: string, highlight: ViewHighlight): void {
		this.#kept.set(keyOf(language, text), { highlight, size: text.length });
	}

	clear(): void {
		this.#kept.clear();
	}
}

function keyOf(language: string, text: string): string {
	return createHash('sha1').update(`${language}\n${text}`).digest('base64');
}

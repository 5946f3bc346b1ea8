import type { LogOutputChannel } from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import type { FromView } from '../../core/view/fromView.ts';
import type { ChatSurface } from './chatSurface.ts';
import type { Highlighter } from '../highlight/highlighter.ts';
import type * as HighlighterBundle from '../highlight/highlighter.ts';
import { lazyBundle } from '../common/lazyBundle.ts';

type Log = Pick<LogOutputChannel, 'warn'>;

/** Answers views that want colours for code. What it takes for that is loaded when the first one asks. */
export class Highlighting implements Disposable {
	readonly #folder: string;
	readonly #log: Log;
	/** Views that have asked. */
	readonly #surfaces = new Set<ChatSurface>();
	#highlighter: Highlighter | undefined;
	#isDisposed = false;

	/** @param folder of the bundles, absolute */
	constructor(folder: string, log: Log) {
		this.#folder = folder;
		this.#log = log;
	}

	async highlight(surface: ChatSurface, message: Extract<FromView, { type: 'highlight' }>): Promise<void> {
		if (this.#isDisposed) return;
		const { page } = surface;
		const { requestId, language, text } = message;
		const isWanted = (): boolean => page !== undefined && surface.page === page;
		this.#surfaces.add(surface);
		const found = await this.#loaded().highlight(language, text, isWanted);
		if (found !== undefined && isWanted()) surface.post({ type: 'highlighted', requestId, ...found });
	}

	/** The id of the language that is meant by what stands behind a fence; undefined if it is none that VS Code knows. */
	languageOf(info: string): Promise<string | undefined> {
		return this.#loaded().languageOf(info);
	}

	dispose(): void {
		this.#isDisposed = true;
		this.#highlighter?.dispose();
		this.#surfaces.clear();
	}

	#loaded(): Highlighter {
		return (this.#highlighter ??= new (lazyBundle<typeof HighlighterBundle>('./highlighter.cjs').Highlighter)(
			{
				folder: this.#folder,
				log: (line) => this.#log.warn(line),
				onDidChange: () => this.#tellViews(),
			},
		));
	}

	/** A view that is gone asks by itself when it comes back. */
	#tellViews(): void {
		for (const surface of this.#surfaces) {
			if (surface.page === undefined) this.#surfaces.delete(surface);
			else surface.post({ type: 'themeChanged' });
		}
	}
}

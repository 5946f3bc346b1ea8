/** Colours code with the user's theme and the grammars of their extensions. A bundle of its own (`highlighter.cjs`). */
import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { ViewHighlight } from '../../core/view/toView.ts';
import { type Contributions, readContributions } from './contributions.ts';
import { Grammars } from './grammars.ts';
import { installedManifests, readPackagedFile } from './installedExtensions.ts';
import { Languages } from './languages.ts';
import { resolveTheme } from './resolveTheme.ts';
import { keptHighlights, plainRuns } from './runs.ts';
import { customizations, onDidChangeTheme, themeKind, themeSettings } from './themeSettings.ts';
import { isSameTheme, type TokenTheme } from './tokenRule.ts';
import { WorkerThread } from './workerThread.ts';

/** For callers that load this bundle (`lazyBundle.ts`). */
export { setTranslations } from '../../core/base/l10n.ts';

interface HighlighterOptions {
	/** Folder of the bundles and their data, absolute. */
	readonly folder: string;
	readonly log: (line: string) => void;
	/** Colours that were handed out are no longer those of the theme. */
	readonly onDidChange: () => void;
}

/** What the installed extensions offer. */
interface Installed {
	readonly contributions: Contributions;
	readonly languages: Languages;
	readonly grammars: Grammars;
	readonly thread: WorkerThread;
}

/** Settings and theme change one after the other; this long after the last both are read. */
const settleMs = 100;

export class Highlighter implements Disposable {
	readonly #options: HighlighterOptions;
	readonly #store = new DisposableStore();
	/** By language and text: a view that comes back does not cost them again. */
	readonly #kept = keptHighlights();
	#installed: Promise<Installed> | undefined;
	#theme: Promise<TokenTheme> | undefined;
	/** One text after the other. */
	#last: Promise<unknown> = Promise.resolve();
	#timer: NodeJS.Timeout | undefined;

	constructor(options: HighlighterOptions) {
		this.#options = options;
		this.#store.add(onDidChangeTheme(() => this.#refreshSoon()));
		this.#store.add(
			vscode.extensions.onDidChange(() => {
				void this.#installed?.then(({ thread }) => thread.dispose());
				this.#installed = undefined;
				this.#kept.clear();
				this.#refreshSoon();
			}),
		);
	}

	/**
	 * @param info what stands behind the fence
	 * @param isWanted false once the view that asked is gone
	 * @returns undefined if it was not wanted any more, or the theme changed meanwhile
	 */
	highlight(info: string, text: string, isWanted: () => boolean): Promise<ViewHighlight | undefined> {
		const next = this.#last.then(() => (isWanted() ? this.#highlight(info, text) : undefined));
		this.#last = next.catch(() => undefined);
		return next;
	}

	/** The language that is meant by what stands behind a fence. */
	async languageOf(info: string): Promise<string | undefined> {
		return (await this.#extensions()).languages.find(info);
	}

	dispose(): void {
		clearTimeout(this.#timer);
		void this.#installed?.then(({ thread }) => thread.dispose());
		this.#store.dispose();
	}

	async #highlight(info: string, text: string): Promise<ViewHighlight | undefined> {
		const { languages, grammars, thread, contributions } = await this.#extensions();
		const language = languages.find(info);
		if (language === undefined || grammars.ofLanguage(language) === undefined) return plainRuns(text);
		this.#theme ??= this.#resolve(contributions);
		const resolving = this.#theme;
		const theme = await resolving;
		const key = `${language}\n${text}`;
		const found = this.#kept.get(key) ?? (await thread.tokenize(language, text, theme)) ?? plainRuns(text);
		// The view was told of another theme and asks again.
		if (this.#theme !== resolving) return undefined;
		this.#kept.set(key, found);
		return found;
	}

	#extensions(): Promise<Installed> {
		return (this.#installed ??= this.#readExtensions());
	}

	async #readExtensions(): Promise<Installed> {
		const contributions = readContributions(await installedManifests());
		const grammars = new Grammars(contributions.grammars);
		const { folder, log } = this.#options;
		const thread = new WorkerThread({
			script: path.join(folder, 'highlightWorker.cjs'),
			setup: { grammars: contributions.grammars, wasmFile: path.join(folder, 'onig.wasm') },
			read: readPackagedFile,
			log,
		});
		return { contributions, grammars, thread, languages: new Languages(contributions.languages) };
	}

	#resolve({ themes }: Contributions): Promise<TokenTheme> {
		return resolveTheme({
			themes,
			settings: themeSettings(),
			kind: themeKind(),
			customizations: customizations(),
			read: readPackagedFile,
			log: this.#options.log,
		});
	}

	#refreshSoon(): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			void this.#refresh().catch((error: unknown) => this.#options.log(String(error)));
		}, settleMs);
	}

	/** Says so only if the colours are others now, or code may be coloured that was not. */
	async #refresh(): Promise<void> {
		const before = await this.#theme;
		const hasOthers = this.#installed === undefined;
		const { contributions } = await this.#extensions();
		const theme = this.#resolve(contributions);
		if (!hasOthers && before !== undefined && isSameTheme(before, await theme)) return;
		this.#theme = theme;
		this.#kept.clear();
		this.#options.onDidChange();
	}
}

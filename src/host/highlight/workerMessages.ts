/** What the extension host and the thread that colours say to each other. */
import type { ViewHighlight } from '../../core/view/toView.ts';
import type { ContributedGrammar } from './contributions.ts';
import type { PackagedFile } from './packagedFile.ts';
import type { TokenTheme } from './tokenRule.ts';

/** What the thread starts with. */
export interface WorkerSetup {
	readonly grammars: readonly ContributedGrammar[];
	/** Absolute path of `onig.wasm`. */
	readonly wasmFile: string;
}

/** A message from the extension host to the worker thread that tokenizes code. */
export type ToWorker =
	/** One at a time. `theme` comes along when it is another one than before. */
	| {
			readonly type: 'tokenize';
			readonly language: string;
			readonly text: string;
			readonly theme?: TokenTheme;
	  }
	/** Answers a `read`; without text there is no such file. */
	| { readonly type: 'file'; readonly id: number; readonly text?: string };

/** A message from that worker thread to the extension host. */
export type FromWorker =
	| { readonly type: 'tokenized'; readonly highlight: ViewHighlight }
	/** Extensions may be where only VS Code can read. */
	| { readonly type: 'read'; readonly id: number; readonly file: PackagedFile }
	| { readonly type: 'log'; readonly line: string };

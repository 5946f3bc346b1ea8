/** What the window and the thread of changes say to each other. */
import type { ChangeEngine, EngineOptions } from './changeEngine.ts';
import type { CheckpointEngine } from './checkpoints/checkpointEngine.ts';

export type EngineMethod = keyof ChangeEngine | keyof CheckpointEngine;

/** All that the thread is asked; the compiler names what is missing. */
const asked: Readonly<Record<EngineMethod, true>> = {
	snapshot: true,
	isResumed: true,
	copied: true,
	capture: true,
	allow: true,
	beginCall: true,
	endCall: true,
	callChange: true,
	callTexts: true,
	callPart: true,
	note: true,
	pending: true,
	records: true,
	review: true,
	settle: true,
	keepFile: true,
	restoreFile: true,
	content: true,
	forget: true,
	gaps: true,
	checkpoint: true,
	checkpoints: true,
	restores: true,
	planRestore: true,
	restore: true,
	endRestore: true,
};

export const engineMethods = Object.keys(asked) as readonly EngineMethod[];

export interface ToThread {
	readonly id: number;
	readonly method: EngineMethod;
	readonly args: readonly unknown[];
}

export type FromThread =
	| { readonly type: 'answer'; readonly id: number; readonly value: unknown }
	| { readonly type: 'failure'; readonly id: number; readonly message: string }
	| { readonly type: 'log'; readonly line: string };

export type ThreadSetup = EngineOptions;

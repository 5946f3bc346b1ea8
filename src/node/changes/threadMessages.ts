/** What the window and the thread of changes say to each other. */
import type { ChangeEngine, EngineOptions } from './changeEngine.ts';
import type { CheckpointEngine } from './checkpoints/checkpointEngine.ts';

export type EngineMethod = keyof ChangeEngine | keyof CheckpointEngine;

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

/** Going back to a checkpoint from a window: files on the disk by the engine, those that editors have open by their editors. */
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { ConcurrencyLimit } from '../../core/base/concurrencyLimit.ts';
import type { Checkpoint } from '../../core/changes/checkpoints/checkpoint.ts';
import type { TurnId } from '../../core/changes/record.ts';
import type { ChangeEngine } from '../../node/changes/changeEngine.ts';
import type {
	CheckpointEdit,
	CheckpointEngine,
	CheckpointSummary,
	OpenFile,
	RestoreFileResult,
	RestorePlan,
} from '../../node/changes/checkpoints/checkpointEngine.ts';
import { isUnsaved, liveTextOf, putText } from '../changes/liveTexts.ts';
import type { Looks } from '../changes/looks.ts';
import { editorUri, findOpenDocument } from '../files/editorFiles.ts';

/** Each waits for its save; many at once would make editors wait for each other. */
const editsAtOnce = 5;

export interface WindowCheckpointsParts {
	readonly engine: CheckpointEngine & Pick<ChangeEngine, 'content' | 'note'>;
	readonly looks: Pick<Looks, 'now' | 'run'>;
}

/** A plan, with the files whose editors have text that is not saved. */
export interface WindowPlan extends RestorePlan {
	/** Of the checkpoint. */
	readonly session: string;
	readonly unsaved: ReadonlySet<string>;
}

/** What became of a restore. */
export type RestoreOutcome =
	/** The plan, or a content that it needs, is not kept any more. Nothing was changed. */
	| { readonly type: 'not_kept' }
	| { readonly type: 'failed'; readonly reason: string }
	/** Without an id nothing was to be done. */
	| { readonly type: 'done'; readonly id?: string; readonly files: readonly RestoreFileResult[] };

export class WindowCheckpoints {
	readonly #parts: WindowCheckpointsParts;

	constructor(parts: WindowCheckpointsParts) {
		this.#parts = parts;
	}

	/** Of a session, newest first. */
	async list(session: string): Promise<readonly CheckpointSummary[]> {
		await this.#parts.looks.now();
		return (await this.#parts.engine.checkpoints(session)).toReversed();
	}

	/** @returns undefined where there is no such checkpoint any more */
	async plan(checkpoint: Pick<Checkpoint, 'session' | 'id'>): Promise<WindowPlan | undefined> {
		const { engine, looks } = this.#parts;
		await looks.now();
		return looks.run(async () => {
			const first = await engine.planRestore(checkpoint, []);
			const paths = first?.files.flatMap(({ parts }) => parts.map(({ path }) => path)) ?? [];
			const open = (await Promise.all(paths.map(openFile))).filter((one) => one !== undefined);
			const plan = open.length === 0 ? first : await engine.planRestore(checkpoint, open);
			if (plan === undefined) return undefined;
			const unsaved = open.flatMap((one) => (one.unsaved === undefined ? [] : [one.path]));
			return { ...plan, session: checkpoint.session, unsaved: new Set(unsaved) };
		});
	}

	/** @param paths of the files of the plan that go back */
	async restore(plan: WindowPlan, paths: readonly string[]): Promise<RestoreOutcome> {
		const { engine, looks } = this.#parts;
		await looks.now();
		const outcome = await looks.run(async (): Promise<RestoreOutcome> => {
			const typed = await typedSince(plan, paths);
			const answer = await engine.restore(
				plan.id,
				paths.filter((path) => !typed.has(path)),
			);
			if (answer.type !== 'done') return answer;
			const edited = [...typed].map((path): RestoreFileResult => ({ path, answer: { type: 'drifted' } }));
			try {
				const turns = new ConcurrencyLimit(editsAtOnce);
				const turn = { session: plan.session, turn: answer.id ?? '' };
				const puts = answer.edits.map((edit) => turns.run(() => this.#put(edit, turn)));
				edited.push(...(await Promise.all(puts)));
			} finally {
				if (answer.id !== undefined) await engine.endRestore(answer.id);
			}
			const id = answer.id === undefined ? {} : { id: answer.id };
			return { type: 'done', ...id, files: [...answer.files, ...edited] };
		});
		await looks.now();
		return outcome;
	}

	/** One step of the editor's own undo, saved where nothing was unsaved. */
	async #put({ path, before, after }: CheckpointEdit, turn: TurnId): Promise<RestoreFileResult> {
		const from = await liveTextOf(path);
		// Its encoding is none that the text could be told in.
		if (from.type === 'other_encoding') return { path, answer: { type: 'drifted' } };
		const answer = await putText(path, from, { before, after }, () => undefined);
		if (answer.type !== 'done' || answer.saved === undefined) return { path, answer };
		// What a formatter has made of it is of the restore as well: it can be redone.
		const hash = createHash('sha256').update(answer.saved).digest('hex');
		await this.#parts.engine.note([{ type: 'restore', turn, path, at: Date.now(), hash }]);
		return { path, answer: { type: 'done' } };
	}

	/** A content that a plan names. */
	content(hash: string): Promise<Uint8Array | undefined> {
		return this.#parts.engine.content(hash);
	}
}

/** Files of the plan with unsaved text that it does not know of: nothing is written under that. */
async function typedSince(
	{ files, unsaved }: WindowPlan,
	paths: readonly string[],
): Promise<ReadonlySet<string>> {
	const { textDocuments, notebookDocuments } = vscode.workspace;
	const typed = new Set<string>();
	// Many files are asked about at once, and mostly nothing is unsaved.
	if (![...textDocuments, ...notebookDocuments].some(({ isDirty }) => isDirty)) return typed;
	for (const { path, parts } of files.filter((file) => paths.includes(file.path)))
		for (const part of parts) if (!unsaved.has(part.path) && (await isUnsaved(part.path))) typed.add(path);
	return typed;
}

async function openFile(path: string): Promise<OpenFile | undefined> {
	const document = findOpenDocument(await editorUri(path));
	if (document === undefined) return undefined;
	if (!document.isDirty) return { path };
	const unsaved = await vscode.workspace.encode(document.getText(), { encoding: document.encoding });
	return { path, unsaved };
}

/** Sessions of agents that work in a workspace, told to an engine as a window does. */
import assert from 'node:assert/strict';
import { existsSync, lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import type { PlannedFile } from '../../../../../src/core/changes/checkpoints/checkpoint.ts';
import type {
	RestoreResult,
	OpenFile,
	RestorePlan,
} from '../../../../../src/node/changes/checkpoints/checkpointEngine.ts';
import { hashOf } from '../../../../../src/node/changes/contentStore.ts';
import type { LocalEngine } from '../../../../../src/node/changes/localEngine.ts';
import type { Workspace } from '../workspace.ts';

export class Sessions {
	readonly ws: Workspace;
	engine: LocalEngine;
	#prompts = 0;

	constructor(ws: Workspace, engine: LocalEngine) {
		this.ws = ws;
		this.engine = engine;
	}

	/** Sends a prompt. @returns its id */
	async prompt(session = 's'): Promise<string> {
		const id = `${session}${++this.#prompts}`;
		const turn = { session, turn: id };
		await this.engine.note([{ type: 'turn', id, turn, from: Date.now() }]);
		await this.engine.checkpoints.checkpoint({ type: 'prompt', id, session, at: Date.now() });
		await this.engine.snapshot();
		await this.engine.copied();
		return id;
	}

	/** A command of the agent does it. */
	async agent(prompt: string, work: () => void): Promise<void> {
		const turn = { session: sessionOf(prompt), turn: prompt };
		const command = { type: 'command', id: prompt, turn, command: 'x', from: Date.now() } as const;
		await this.engine.note([command]);
		work();
		await this.engine.snapshot();
		// Long over when the user does something.
		await this.engine.note([{ ...command, from: 0, to: 0 }]);
		await this.engine.note([{ type: 'turn', id: prompt, turn, from: 0, to: 0 }]);
	}

	/** The user writes a file in an editor. */
	async user(name: string, content: string): Promise<void> {
		const file = this.ws.write(name, content);
		await this.engine.note([
			{ type: 'save', path: file, at: Date.now(), hash: hashOf(Buffer.from(content)) },
		]);
		await this.engine.snapshot();
	}

	async plan(id: string, open: readonly OpenFile[] = []): Promise<RestorePlan> {
		await this.engine.snapshot();
		const plan = await this.engine.checkpoints.planRestore({ session: sessionOf(id), id }, open);
		assert.ok(plan !== undefined, `no checkpoint ${id}`);
		return plan;
	}

	/** Each file of a plan as `name state`, with what would become of it where that is not ticked. */
	async planned(id: string, open: readonly OpenFile[] = []): Promise<readonly string[]> {
		const { files } = await this.plan(id, open);
		return files.map((file) => this.#told(file)).toSorted();
	}

	/** Goes back with what is ticked. */
	async restore(
		id: string,
		isTicked = (file: PlannedFile): boolean => file.isTicked,
	): Promise<RestoreResult> {
		const plan = await this.plan(id);
		const answer = await this.engine.checkpoints.restore(
			plan.id,
			plan.files.filter(isTicked).map((file) => file.path),
		);
		assert.equal(answer.type, 'done', JSON.stringify(answer));
		return answer;
	}

	/** Goes back, and everything was done. */
	async goTo(id: string): Promise<void> {
		const answer = await this.restore(id);
		assert.ok(answer.type === 'done');
		for (const file of answer.files) assert.deepEqual(file.answer.type, 'done', JSON.stringify(file));
	}

	/** The restore that can be taken back. */
	async redoable(session = 's'): Promise<string> {
		const all = await this.engine.checkpoints.checkpoints(session);
		const last = all.find(({ isRedo }) => isRedo);
		assert.ok(last !== undefined, JSON.stringify(all));
		return last.id;
	}

	async redo(session = 's'): Promise<void> {
		const id = await this.redoable(session);
		const plan = await this.engine.checkpoints.planRestore({ session, id }, []);
		assert.ok(plan !== undefined);
		await this.engine.checkpoints.restore(
			plan.id,
			plan.files.filter(({ isTicked }) => isTicked).map((file) => file.path),
		);
	}

	#told({ path: file, state, isTicked, isHeld, parts }: PlannedFile): string {
		const [type] = parts.map(({ now, target }) =>
			now.type === 'absent' ? '+' : target.type === 'absent' ? '-' : '~',
		);
		const sign = parts.length > 1 ? '>' : type;
		const reason = state.type === 'blocked' ? ` ${state.reason}` : isHeld ? ' held' : '';
		return `${isTicked ? 'x' : ' '} ${sign} ${path.relative(this.ws.root, file)} ${state.type}${reason}`;
	}
}

export function sessionOf(prompt: string): string {
	return prompt.replace(/\d+$/u, '').replace(/^.*-.*-.*$/u, 's');
}

/** Content, mode and kind of what stands there. */
export function stateAt(file: string): string {
	if (!existsSync(path.dirname(file))) return 'nothing';
	if (!statSync(path.dirname(file)).isDirectory()) return 'nothing';
	const stat = lstatSync(file, { throwIfNoEntry: false });
	if (stat === undefined) return 'nothing';
	if (stat.isSymbolicLink()) return `link to ${readlinkSync(file)}`;
	if (stat.isDirectory()) return 'folder';
	return `${(stat.mode & 0o777).toString(8)} ${readFileSync(file, 'utf8')}`;
}

export function isThere(file: string): boolean {
	return existsSync(file);
}

export function changedAt(file: string): number {
	return statSync(file).mtimeMs;
}

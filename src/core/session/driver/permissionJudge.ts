/**
 * Lets the rules of the user look at what waits: when it comes, when what it is about changes (hazard C9), and when
 * the rules change. A judgement counts only for exactly what was judged, under the rules of this moment.
 */
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import * as limits from '../../base/limits.ts';
import type { Change } from '../model/events.ts';
import type { AskedPermission, PermissionRules, RuleAnswer } from '../model/permissionPorts.ts';
import { pendingPermission } from '../reducer/draft.ts';
import type { SessionState } from '../model/sessionState.ts';

interface JudgeParts {
	readonly state: SessionState;
	readonly clock: Clock;
	readonly rules: PermissionRules | undefined;
	/** Permissions that wait, asked or not. */
	ids(): readonly string[];
	/** No rule answers: the user has to. */
	ask(permissionId: string): void;
	answer(permissionId: string, answer: RuleAnswer): void;
}

interface Judged {
	readonly asked: AskedPermission;
	readonly version: number;
}

export class PermissionJudge implements Disposable {
	readonly #parts: JudgeParts;
	/** What was looked at last, or is being looked at. */
	readonly #judged = new Map<string, Judged>();
	readonly #looking = new Set<string>();
	readonly #listener: Disposable | undefined;
	/** Counts changes of the rules. */
	#version = 0;

	constructor(parts: JudgeParts) {
		this.#parts = parts;
		this.#listener = parts.rules?.onDidChange(() => {
			this.#version++;
			this.#lookAgain(parts.ids());
		});
	}

	/** False when no rule could answer: then there is nothing to wait for. */
	get isInForce(): boolean {
		return this.#parts.rules?.isInForce === true;
	}

	/** Begins to look. The user is asked at the latest after `limits.permissionRulesMs`. */
	look(permissionId: string): void {
		const { clock } = this.#parts;
		const patience = clock.setTimer(limits.permissionRulesMs, () => this.#parts.ask(permissionId));
		// Shown anew while it is still looked at: that look may never end, so the patience of this one has to.
		if (this.#looking.has(permissionId)) return;
		void this.#lookUntilCalm(permissionId).finally(() => patience.dispose());
	}

	/** Something of the session changed; a permission may be about it. */
	onChanges(changes: readonly Change[]): void {
		if (!changes.some(({ type }) => type === 'entry') || !this.isInForce) return;
		// One that has just come is looked at by `look`.
		this.#lookAgain(this.#parts.ids().filter((id) => this.#judged.has(id)));
	}

	dispose(): void {
		this.#listener?.dispose();
	}

	#lookAgain(ids: readonly string[]): void {
		for (const id of ids) {
			const asked = this.#asked(id);
			const isDone = this.#looking.has(id) || asked === undefined || this.#isJudged(asked);
			if (!isDone) void this.#lookUntilCalm(id);
		}
	}

	async #lookUntilCalm(permissionId: string): Promise<void> {
		if (this.#looking.has(permissionId)) return;
		this.#looking.add(permissionId);
		let answer: RuleAnswer | undefined;
		let asked = this.#asked(permissionId);
		while (asked !== undefined && !this.#isJudged(asked)) {
			this.#judged.set(permissionId, { asked, version: this.#version });
			answer = await this.#answerOf(asked);
			asked = this.#asked(permissionId);
		}
		this.#looking.delete(permissionId);
		if (asked === undefined) this.#judged.delete(permissionId);
		if (answer === undefined) this.#parts.ask(permissionId);
		else this.#parts.answer(permissionId, answer);
	}

	/** Rules that fail have nothing to say: nobody may wait for them for ever. */
	async #answerOf(asked: AskedPermission): Promise<RuleAnswer | undefined> {
		try {
			return await this.#parts.rules?.judge(asked);
		} catch {
			return undefined;
		}
	}

	#isJudged(now: AskedPermission): boolean {
		const last = this.#judged.get(now.entry.id);
		if (last?.version !== this.#version) return false;
		const { entry, call } = last.asked;
		return (
			call === now.call &&
			entry.title === now.entry.title &&
			entry.subject === now.entry.subject &&
			entry.options === now.entry.options
		);
	}

	#asked(permissionId: string): AskedPermission | undefined {
		const { key, agentName, cwd, entries } = this.#parts.state;
		const entry = pendingPermission(this.#parts.state, permissionId);
		if (entry === undefined) return undefined;
		const parent = entries.get(entry.parentId ?? '');
		return {
			sessionKey: key,
			agentName,
			cwd,
			entry,
			call: parent?.type === 'tool_call' ? parent : undefined,
		};
	}
}

/**
 * Evaluates the rules of the user for permissions that wait: when it comes, when what it is about changes (hazard C9),
 * and when the rules change. A decision counts only for exactly the request it was made for, under the rules of that
 * moment.
 */
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import * as limits from '../../base/limits.ts';
import type { Change } from '../model/events.ts';
import type { PermissionContext, PermissionRules, RuleAnswer } from '../model/permissionPorts.ts';
import { pendingPermission } from '../reducer/draft.ts';
import { isSameOperation } from '../reducer/toolCalls.ts';
import type { SessionState } from '../model/sessionState.ts';

interface RuleEvaluatorParts {
	readonly state: SessionState;
	readonly clock: Clock;
	readonly rules: PermissionRules | undefined;
	/** Permissions that wait, asked or not. */
	ids(): readonly string[];
	/** No rule answers: the user has to. */
	ask(permissionId: string): void;
	answer(permissionId: string, answer: RuleAnswer): void;
}

interface Evaluated {
	readonly context: PermissionContext;
	readonly version: number;
}

export class RuleEvaluator implements Disposable {
	readonly #parts: RuleEvaluatorParts;
	/** The request that was evaluated last, or is being evaluated, by permission. */
	readonly #evaluated = new Map<string, Evaluated>();
	readonly #evaluating = new Set<string>();
	readonly #listener: Disposable | undefined;
	/** Counts changes of the rules. */
	#version = 0;

	constructor(parts: RuleEvaluatorParts) {
		this.#parts = parts;
		this.#listener = parts.rules?.onDidChange(() => {
			this.#version++;
			this.#evaluateAgain(parts.ids());
		});
	}

	/** False when no rule could answer: then there is nothing to wait for. */
	get isInForce(): boolean {
		return this.#parts.rules?.isInForce === true;
	}

	/** Begins to evaluate the rules. The user is asked at the latest after `limits.permissionRulesMs`. */
	evaluate(permissionId: string): void {
		const { clock } = this.#parts;
		const patience = clock.setTimer(limits.permissionRulesMs, () => this.#parts.ask(permissionId));
		// Shown anew while an evaluation still runs: that one may never end, so this timer asks the user in any case.
		if (this.#evaluating.has(permissionId)) return;
		void this.#evaluateUntilStable(permissionId).finally(() => patience.dispose());
	}

	/** Something of the session changed; a permission may be about it. */
	onChanges(changes: readonly Change[]): void {
		if (!changes.some(({ type }) => type === 'entry') || !this.isInForce) return;
		// A permission that has just come is evaluated by `evaluate`.
		this.#evaluateAgain(this.#parts.ids().filter((id) => this.#evaluated.has(id)));
	}

	dispose(): void {
		this.#listener?.dispose();
	}

	#evaluateAgain(ids: readonly string[]): void {
		for (const id of ids) {
			const context = this.#contextOf(id);
			const isDone = this.#evaluating.has(id) || context === undefined || this.#isEvaluated(context);
			if (!isDone) void this.#evaluateUntilStable(id);
		}
	}

	async #evaluateUntilStable(permissionId: string): Promise<void> {
		if (this.#evaluating.has(permissionId)) return;
		this.#evaluating.add(permissionId);
		let answer: RuleAnswer | undefined;
		let context = this.#contextOf(permissionId);
		while (context !== undefined && !this.#isEvaluated(context)) {
			this.#evaluated.set(permissionId, { context, version: this.#version });
			answer = await this.#answerOf(context);
			context = this.#contextOf(permissionId);
		}
		this.#evaluating.delete(permissionId);
		if (context === undefined) this.#evaluated.delete(permissionId);
		if (answer === undefined) this.#parts.ask(permissionId);
		else this.#parts.answer(permissionId, answer);
	}

	/** Rules that fail answer nothing, so that the request does not wait for them for ever. */
	async #answerOf(context: PermissionContext): Promise<RuleAnswer | undefined> {
		try {
			return await this.#parts.rules?.answerFor(context);
		} catch {
			return undefined;
		}
	}

	#isEvaluated(now: PermissionContext): boolean {
		const last = this.#evaluated.get(now.entry.id);
		if (last?.version !== this.#version) return false;
		const { entry, call } = last.context;
		return (
			// What an agent says of how far a call is changes nothing of what is asked.
			(call === now.call ||
				(call !== undefined && now.call !== undefined && isSameOperation(call, now.call))) &&
			entry.title === now.entry.title &&
			entry.subject === now.entry.subject &&
			entry.options === now.entry.options
		);
	}

	#contextOf(permissionId: string): PermissionContext | undefined {
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

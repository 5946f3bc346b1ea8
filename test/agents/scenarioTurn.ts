/** What a scenario has in its hands while it plays: the session, the voice, the client, and the user's Stop. */
import { existsSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from './fakeAgentScript.ts';
import type { PromptTurns, Shape } from './promptTurns.ts';
import type { Background } from './scenarioBackground.ts';
import type { ScenarioPeer } from './scenarioPeer.ts';
import type { KeptSession } from './scenarioSessions.ts';
import type { PermissionTexts, ShapedUpdates } from './shapedUpdates.ts';

/** Thrown to leave a scenario that was stopped. */
export class Cancelled extends Error {}

export interface TurnContext {
	readonly shape: Shape;
	readonly session: KeptSession;
	readonly updates: ShapedUpdates;
	readonly peer: ScenarioPeer;
	readonly turns: PromptTurns;
	readonly background: Background;
	/** Folder in which tests open gates by making a file. */
	readonly gates: string | undefined;
}

export class ScenarioTurn {
	readonly context: TurnContext;
	/** Words of the prompt behind the name of the scenario. */
	readonly args: readonly string[];
	readonly signal: AbortSignal;

	constructor(context: TurnContext, args: readonly string[], signal: AbortSignal) {
		this.context = context;
		this.args = args;
		this.signal = signal;
	}

	get updates(): ShapedUpdates {
		return this.context.updates;
	}

	/** One message of the agent. */
	say(text: string): void {
		this.updates.say(this.updates.id('message'), text);
	}

	/** Throws `Cancelled` once the user has stopped the turn. */
	check(): void {
		if (this.signal.aborted) throw new Cancelled();
	}

	async pause(ms: number): Promise<void> {
		await sleep(ms, undefined, { signal: this.signal }).catch(() => this.check());
	}

	/** Waits for a file of that name among the gates and takes it away. Without gates, only Stop ends it. */
	async gate(name: string): Promise<void> {
		const { gates } = this.context;
		const file = path.join(gates ?? '/dev/null', name);
		while (!existsSync(file)) await this.pause(20);
		rmSync(file);
	}

	path(name: string): string {
		return path.join(this.context.session.cwd, name);
	}

	/** The text of a file, by the client in version 1. Null where there is none. */
	async read(file: string): Promise<string | null> {
		if (this.context.shape !== 'v1') return readFile(file, 'utf8').catch(() => null);
		const answer = await this.ask('fs/read_text_file', { path: file }).catch(() => undefined);
		return answer === undefined ? null : String(answer['content']);
	}

	async write(file: string, content: string): Promise<void> {
		if (this.context.shape === 'v1') await this.ask('fs/write_text_file', { path: file, content });
		else await writeFile(file, content);
	}

	/** A request to the client, about this session. */
	ask(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
		const { peer, session } = this.context;
		return peer.request(method, { sessionId: session.sessionId, ...params }, signal);
	}

	/**
	 * Asks for permission, and waits for the user.
	 * @param fields of the tool call, which may be told here first
	 * @param withdrawal takes the question back; in C, Stop does so too
	 * @returns the option chosen; undefined when the question was dismissed
	 */
	async permit(
		texts: PermissionTexts,
		toolCallId: string,
		fields: JsonObject,
		withdrawal?: AbortSignal,
	): Promise<string | undefined> {
		const { turns, session, shape } = this.context;
		const params = this.updates.permission(texts, toolCallId, fields);
		const signals = [
			...(shape === 'C' ? [this.signal] : []),
			...(withdrawal === undefined ? [] : [withdrawal]),
		];
		turns.state(session.sessionId, 'requires_action');
		const answer = await this.ask('session/request_permission', params, AbortSignal.any(signals));
		const outcome = answer['outcome'] as JsonObject;
		const isDismissed = outcome['outcome'] === 'cancelled';
		// `session/cancel` may still be on its way.
		if (isDismissed && withdrawal?.aborted !== true) await this.pause(1000);
		this.check();
		turns.state(session.sessionId, 'running');
		return isDismissed ? undefined : String(outcome['optionId']);
	}
}

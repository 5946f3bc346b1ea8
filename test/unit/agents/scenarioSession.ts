/** A session with the scenario agent, and what a person would see of it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Entry, MessageRole, PermissionEntry } from '../../../src/core/session/model/entry.ts';
import type { AgentLease } from '../../../src/core/session/model/agentPort.ts';
import { textOf } from '../../../src/core/session/model/content.ts';
import type { PromptOutcome } from '../../../src/core/session/driver/promptSender.ts';
import { Session } from '../../../src/core/session/driver/session.ts';
import { said } from '../../../src/core/view/sayings.ts';
import type { Shape } from '../../agents/promptTurns.ts';
import { idleClock } from '../core/session/driver/idleClock.ts';
import { entriesOf } from '../core/session/driver/transcript.ts';
import { until } from '../node/until.ts';
import { localBackend } from './localBackend.ts';

/** One agent for many sessions, one after the other, wherever it runs. */
export interface ScenarioPlace {
	readonly shape: Shape;
	/** Folder in which gates are opened. */
	readonly gates: string;
	/** What the connections said since the scenario began. */
	readonly logged: readonly string[];
	/** A folder for a session, absolute; whoever makes the place removes it. */
	newFolder(): string;
	/** The agent, started if it does not run. @param cwd where it starts, if that is ours to say */
	acquire(cwd: string): Promise<AgentLease>;
}

export class ScenarioSession {
	readonly session: Session;
	readonly shape: Shape;
	readonly cwd: string;
	readonly #place: ScenarioPlace;

	/** @param before whose agent's session is opened again, in another window so to speak */
	constructor(place: ScenarioPlace, before?: ScenarioSession) {
		this.#place = place;
		this.shape = place.shape;
		this.cwd = before?.cwd ?? place.newFolder();
		const seed = { key: 's1', agentName: 'scenario', agentTitle: 'Scenario Agent', cwd: this.cwd };
		this.session = new Session(
			{ ...seed, title: '', createdAt: 0, sessionId: before?.session.state.sessionId },
			{
				clock: idleClock,
				provide: () => Promise.resolve({ additionalDirectories: [], mcpServers: [], problems: [] }),
				source: {
					commandLine: () => 'scenario',
					isApproved: () => true,
					acquire: () => place.acquire(this.cwd),
				},
				createBackend: localBackend,
			},
		);
	}

	get logged(): readonly string[] {
		return this.#place.logged;
	}

	prompt(text: string): Promise<PromptOutcome> {
		return this.session.prompt([{ type: 'text', text }]);
	}

	/** Sends a prompt without waiting for its end. */
	begin(text: string): void {
		void this.prompt(text);
	}

	open(gate: string): void {
		writeFileSync(path.join(this.#place.gates, gate), '');
	}

	entries<T extends Entry['type']>(type: T): Extract<Entry, { type: T }>[] {
		return entriesOf(this.session, type);
	}

	/** The text of each message of a role. */
	texts(role: MessageRole): string[] {
		return this.entries('message').flatMap((entry) => (entry.role === role ? [textOf(entry.content)] : []));
	}

	/** Notices: what the user is told. */
	notices(): string[] {
		return this.entries('notice').map(({ title }) => said(title));
	}

	until(isSo: () => boolean, what: string): Promise<void> {
		return until(isSo, undefined, `${this.shape}: waited for ${what} in vain`);
	}

	/** The question that is open, once it is. */
	async asked(): Promise<PermissionEntry> {
		await this.until(() => this.session.state.pendingPermissions.length === 1, 'a permission');
		const entry = this.session.state.entries.get(this.session.state.pendingPermissions[0] ?? '');
		if (entry?.type !== 'permission') throw new Error('no permission');
		return entry;
	}
}

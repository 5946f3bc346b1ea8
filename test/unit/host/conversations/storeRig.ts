/** A session whose agent says nothing by itself, and whose conversation is kept in a folder of the test. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import type { Session } from '../../../../src/core/session/driver/session.ts';
import { ConversationLog } from '../../../../src/host/conversations/conversationLog.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { said } from '../../../../src/core/view/sayings.ts';

export interface KeptSession {
	readonly session: Session;
	readonly log: ConversationLog;
	readonly warnings: string[];
	readonly play: (...events: readonly SessionEvent[]) => void;
	/** What the transcript says, in one line for each entry. */
	readonly texts: () => readonly string[];
}

/** What may still write there. */
const logsIn = new Map<string, readonly ConversationLog[]>();

export interface KeptOptions {
	readonly key?: string;
	readonly isRestored?: boolean;
	readonly secrets?: readonly string[];
}

export function keptSession(folder: string, options: KeptOptions = {}): KeptSession {
	const { key = 's1', isRestored = false, secrets = [] } = options;
	const { session } = openFakeSession({ seed: { key } });
	const warnings: string[] = [];
	const warn = (line: string): void => void warnings.push(line);
	const log = new ConversationLog(
		session,
		{ folder, secrets: () => Promise.resolve(secrets), warn },
		isRestored,
	);
	logsIn.set(folder, [...(logsIn.get(folder) ?? []), log]);
	return {
		session,
		log,
		warnings,
		play: (...events) => {
			for (const event of events) session.dispatch(event);
		},
		texts: () =>
			[...session.state.entries.values()].map((entry) => {
				if (entry.type === 'notice') return `notice: ${said(entry.title)}`;
				if (entry.type !== 'message') return `${entry.type}: ${'title' in entry ? entry.title : ''}`;
				return entry.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('');
			}),
	};
}

/** The session as the next window has it. */
export async function reopened(folder: string, options: KeptOptions = {}): Promise<KeptSession> {
	const kept = keptSession(folder, { ...options, isRestored: true });
	await kept.log.restore();
	return kept;
}

/** A folder that is not there yet, removed after the test. */
export function storeFolder(t: { after(run: () => Promise<void>): void }): string {
	const parent = mkdtempSync(path.join(tmpdir(), 'acp-host-store-'));
	const folder = path.join(parent, 'conversations');
	t.after(async () => {
		await Promise.all((logsIn.get(folder) ?? []).map((log) => log.end()));
		logsIn.delete(folder);
		rmSync(parent, { recursive: true, force: true });
	});
	return folder;
}

/** Every file of the folder as one text. */
export function allText(folder: string): string {
	return readdirSync(folder)
		.map((name) => readFileSync(path.join(folder, name), 'utf8'))
		.join('\n');
}

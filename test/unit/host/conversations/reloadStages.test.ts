/** The window is reloaded at every stage of a conversation: what the next one shows, and what it says of the turn. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { Session } from '../../../../src/core/session/driver/session.ts';
import { ConversationLogs } from '../../../../src/host/conversations/conversationLogs.ts';
import { emptyDraft, type HostedSession } from '../../../../src/host/sessions/hostedSession.ts';
import { sendDraft } from '../../../../src/host/prompt/promptDelivery.ts';
import { Sessions } from '../../../../src/host/sessions/sessions.ts';
import { until } from '../../node/until.ts';
import { unusedBackend } from '../../core/session/driver/backends.ts';
import { FakeAgent } from '../../core/session/driver/fakeAgentPort.ts';
import { idleClock } from '../../core/session/driver/idleClock.ts';
import { chunk, text } from '../../core/session/driver/play.ts';
import { storeFolder } from './storeRig.ts';

/** One window after the other, on the same storage. */
class Windows {
	readonly #kept = new Map<string, unknown>();
	readonly #folder: string;
	readonly agent: FakeAgent;
	sessions: Sessions;

	constructor(folder: string, agent: FakeAgent) {
		this.#folder = folder;
		this.agent = agent;
		this.sessions = this.#open();
	}

	/** VS Code does not get to write its storage any more. */
	isStorageLost = false;

	/** @returns the session on show, as the user finds it */
	async reload(): Promise<HostedSession> {
		await this.sessions.leave();
		// The agents end only then, and must not leave a word in what was stored.
		for (const { session } of this.sessions.all) session.detach();
		this.sessions.dispose();
		this.sessions = this.#open();
		this.sessions.restore();
		const { active } = this.sessions;
		assert.ok(active);
		await active.restoreHistory?.();
		return active;
	}

	#open(): Sessions {
		const storage = {
			keys: () => [...this.#kept.keys()],
			get: (key: string): never => structuredClone(this.#kept.get(key)) as never,
			update: (key: string, value: unknown) => {
				if (!this.isStorageLost) this.#kept.set(key, structuredClone(value));
				return Promise.resolve();
			},
		};
		const logs = new ConversationLogs({
			folder: this.#folder,
			secretsOf: () => Promise.resolve([]),
			warn: (line) => assert.fail(line),
			tellLost: () => assert.fail(),
			onDeleted: () => Promise.resolve(),
		});
		return new Sessions(
			storage,
			(seed) =>
				new Session(seed, {
					clock: idleClock,
					provide: () => Promise.resolve({ additionalDirectories: [], mcpServers: [], problems: [] }),
					source: { commandLine: () => 'a', isApproved: () => true, acquire: () => this.agent.acquire() },
					createBackend: () => unusedBackend,
				}),
			[],
			{ get: () => logs, loaded: () => logs },
		);
	}
}

interface Stage {
	readonly name: string;
	/** Brings a session that is open, and idle, there. */
	readonly go: (windows: Windows, hosted: HostedSession) => Promise<void> | void;
	/** What the transcript has to say, in this order. */
	readonly shows: RegExp;
	readonly isInterrupted: boolean;
	/** What stands in the composer. */
	readonly draft?: string;
}

async function send({ sessions, agent }: Windows, hosted: HostedSession, words: string): Promise<void> {
	const content = [text(words)];
	void sendDraft(sessions, hosted, { ...emptyDraft, text: words }, () => Promise.resolve(content));
	await until(
		() =>
			agent.sent.some((sent) => sent.content === content) ||
			hosted.session.state.queue.length > 0 ||
			agent.silent.size > 0,
	);
}

const call = { type: 'tool_call', toolCallId: 't1' } as const;

const stages: readonly Stage[] = [
	{ name: 'before the first prompt', go: () => undefined, shows: /^$/u, isInterrupted: false },
	{
		name: 'while something is typed',
		go: ({ sessions }, hosted) => sessions.setDraft(hosted, { ...emptyDraft, text: 'half' }),
		shows: /^$/u,
		isInterrupted: false,
		draft: 'half',
	},
	{
		name: 'after a prompt, before any word',
		go: (windows, hosted) => send(windows, hosted, 'ask'),
		shows: /ask/u,
		isInterrupted: true,
	},
	{
		name: 'in a thought',
		go: async (windows, hosted) => {
			await send(windows, hosted, 'ask');
			windows.agent.say({ type: 'message_chunk', role: 'thought', content: text('hm') });
		},
		shows: /ask[\s\S]*hm/u,
		isInterrupted: true,
	},
	{
		name: 'in the answer',
		go: async (windows, hosted) => {
			await send(windows, hosted, 'ask');
			windows.agent.say(chunk('half an ') as never, chunk('answer') as never);
		},
		shows: /ask[\s\S]*half an answer/u,
		isInterrupted: true,
	},
	{
		name: 'while a call is pending',
		go: async (windows, hosted) => {
			await send(windows, hosted, 'ask');
			windows.agent.say({ ...call, fields: { title: 'Look' } });
		},
		shows: /ask[\s\S]*Look[\s\S]*"cancelled"/u,
		isInterrupted: true,
	},
	{
		name: 'while a command runs',
		go: async (windows, hosted) => {
			await send(windows, hosted, 'ask');
			windows.agent.say({ ...call, fields: { title: 'Run', kind: 'execute', status: 'in_progress' } });
			hosted.session.dispatch({ type: 'terminal_created', terminalId: 'terminal-1', label: 'make' });
			const content = [{ type: 'terminal', terminalId: 'terminal-1' }] as const;
			windows.agent.say({ type: 'tool_call_update', toolCallId: 't1', fields: { content } });
			hosted.session.dispatch({
				type: 'own_terminal_output',
				terminalId: 'terminal-1',
				data: 'built 7 of 9',
			});
		},
		shows: /ask[\s\S]*Run[\s\S]*built 7 of 9/u,
		isInterrupted: true,
	},
	{
		name: 'while a permission waits',
		go: async (windows, hosted) => {
			await send(windows, hosted, 'ask');
			void windows.agent.ask({
				title: 'May I?',
				subject: { type: 'tool_call', toolCallId: 't1' },
				fields: { title: 'Edit' },
				options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
			});
		},
		shows: /ask[\s\S]*Edit[\s\S]*May I\?[\s\S]*"by":"exit"/u,
		isInterrupted: true,
	},
	{
		name: 'while a question waits',
		go: async (windows, hosted) => {
			await send(windows, hosted, 'ask');
			const signal = new AbortController().signal;
			void hosted.session.elicit({ message: 'Which?', mode: { type: 'form', fields: [] } }, signal);
		},
		shows: /ask[\s\S]*Which\?[\s\S]*"by":"exit"/u,
		isInterrupted: true,
	},
	{
		name: 'after Stop, before the agent has stopped',
		go: async (windows, hosted) => {
			await send(windows, hosted, 'ask');
			windows.agent.say(chunk('going on') as never);
			hosted.session.stop();
		},
		shows: /ask[\s\S]*going on/u,
		isInterrupted: true,
	},
	{
		name: 'while a second prompt waits in line',
		go: async (windows, hosted) => {
			await send(windows, hosted, 'first');
			await send(windows, hosted, 'second');
		},
		shows: /first/u,
		isInterrupted: true,
		draft: 'second',
	},
	{
		name: 'after the turn',
		go: async (windows, hosted) => {
			await send(windows, hosted, 'ask');
			windows.agent.say(chunk('done') as never);
			windows.agent.endTurn('end_turn');
			await until(() => hosted.session.state.turn.type === 'idle');
		},
		shows: /ask[\s\S]*done/u,
		isInterrupted: false,
	},
	{
		name: 'while a login is needed',
		go: async (windows, hosted) => {
			windows.agent.failures.set('prompt', new AgentError('answered', 'Log in', { code: -32_000 }));
			const content = [text('ask')];
			void sendDraft(windows.sessions, hosted, { ...emptyDraft, text: 'ask' }, () =>
				Promise.resolve(content),
			);
			await until(() => hosted.session.isAwaitingLogin);
		},
		shows: /ask[\s\S]*"isUnsent":true/u,
		isInterrupted: false,
		draft: 'ask',
	},
	{
		name: 'after the agent has crashed',
		go: async (windows, hosted) => {
			await send(windows, hosted, 'ask');
			windows.agent.say(chunk('half') as never);
			windows.agent.exit(new AgentError('exited', 'It crashed.'));
		},
		shows: /ask[\s\S]*half[\s\S]*exited/u,
		isInterrupted: false,
	},
];

/** Everything that the transcript shows, its commands' output included. */
function shown({ session: { state } }: HostedSession): string {
	const outputs = [...state.terminals.values()].map(({ output }) => output);
	return state.entries.size === 0 ? '' : JSON.stringify([...state.entries.values(), ...outputs]);
}

const interrupted = /"code":"interrupted"/u;

for (const canLoad of [false, true]) {
	describe(`a reload, of an agent that ${canLoad ? 'can' : 'cannot'} bring sessions back`, () => {
		for (const { name, go, shows, isInterrupted, draft = '' } of stages) {
			it(`${name}: the transcript is there, the turn is marked, nothing typed is lost [hazard G1] [hazard G2]`, async (t) => {
				const windows = new Windows(storeFolder(t), new FakeAgent(canLoad));
				const hosted = windows.sessions.create('A', '/ws');
				await hosted.session.start();
				await go(windows, hosted);
				const before = performance.now();
				const after = await windows.reload();
				assert.ok(performance.now() - before < 5 * limits.deactivateMs);
				assert.match(shown(after).replace(/\["?$/u, ''), shows);
				assert.equal(interrupted.test(shown(after)), isInterrupted);
				assert.equal(after.draft.text, draft);
				assert.equal(after.session.state.turn.type, 'idle');
				assert.deepEqual(after.session.state.pendingPermissions, []);
				const notices = [...after.session.state.entries.values()].filter(({ type }) => type === 'notice');
				const actions = notices.flatMap((entry) => (entry.type === 'notice' ? entry.actions : []));
				assert.equal(actions.includes('resume'), isInterrupted && canLoad);
				// And again: nothing is said twice.
				const again = await windows.reload();
				const count = (hosted: HostedSession, type: string): number =>
					[...hosted.session.state.entries.values()].filter((entry) => entry.type === type).length;
				for (const type of ['message', 'notice', 'tool_call'])
					assert.equal(count(again, type), count(after, type));
				assert.equal(again.draft.text, draft);
				await windows.sessions.leave();
				windows.sessions.dispose();
			});
		}
	});
}

describe('a crash before VS Code has written its storage', () => {
	it('costs nothing of what was typed, and brings nothing back that was sent [hazard G2]', async (t) => {
		const windows = new Windows(storeFolder(t), new FakeAgent(true));
		const { sessions } = windows;
		const hosted = sessions.create('A', '/ws');
		await hosted.session.start();
		sessions.setDraft(hosted, { ...emptyDraft, text: 'ha' });
		windows.isStorageLost = true;
		sessions.setDraft(hosted, { ...emptyDraft, text: 'half a sentence' });
		const typed = await windows.reload();
		assert.equal(typed.draft.text, 'half a sentence');
		windows.isStorageLost = false;
		windows.sessions.setDraft(typed, { ...emptyDraft, text: 'to send' });
		await typed.session.start();
		windows.isStorageLost = true;
		await send(windows, typed, 'to send');
		const sent = await windows.reload();
		assert.equal(sent.draft.text, '');
		assert.match(shown(sent), /to send/u);
		await windows.sessions.leave();
		windows.sessions.dispose();
	});
});

describe('a session that is closed', () => {
	it('leaves nothing on the disk, whether it was looked at or not [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const windows = new Windows(folder, new FakeAgent(false));
		const hosted = windows.sessions.create('A', '/ws');
		await hosted.session.start();
		await send(windows, hosted, 'private');
		await windows.sessions.leave();
		assert.equal(readdirSync(folder).length, 1);
		const after = await windows.reload();
		windows.sessions.remove(after);
		await until(() => readdirSync(folder).length === 0);
		windows.sessions.dispose();
	});
});

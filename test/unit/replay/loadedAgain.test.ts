/**
 * Sessions of real agents that were recorded twice: as they went, and as the agent told them when another process of it
 * was asked for them. No agent tells its permissions (docs/agents-in-the-wild.md#replays).
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../src/core/base/limits.ts';
import type { Session } from '../../../src/core/session/driver/session.ts';
import { Journal } from '../../../src/core/session/log/journal.ts';
import { readLog } from '../../../src/core/session/log/readLog.ts';
import { textOf } from '../../../src/core/session/model/content.ts';
import type { Entry } from '../../../src/core/session/model/entry.ts';
import type { SessionState } from '../../../src/core/session/model/sessionState.ts';
import { recordings, type Recording } from '../core/acp/support.ts';
import { replay } from './replay.ts';
import { said } from '../../../src/core/view/sayings.ts';

const pairs = [
	{ first: 'claude-agent-acp-sessions', second: 'claude-agent-acp-sessions2', folder: undefined },
	{ first: 'claude-agent-acp-v2sessions', second: 'claude-agent-acp-v2sessions2', folder: 'v2' },
	{ first: 'claude-code-acp-sessions', second: 'claude-code-acp-sessions2', folder: undefined },
] as const;

function named(name: string, folder: 'v2' | undefined): Recording {
	const found = recordings(folder).find((recording) => recording.name === name);
	assert.ok(found, name);
	return found;
}

function lineOf(entry: Entry, { entries }: SessionState): string {
	switch (entry.type) {
		case 'message':
			return `${entry.role}: ${textOf(entry.content)}`;
		case 'tool_call':
			return `call ${entry.toolCallId} ${entry.status}`;
		case 'permission': {
			const parent = entries.get(entry.parentId ?? '');
			const option = entry.state.type === 'answered' ? entry.state.option.optionId : entry.state.type;
			return `${option} for ${parent?.type === 'tool_call' ? parent.toolCallId : 'nothing'}`;
		}
		case 'notice':
			return `notice: ${said(entry.title)}`;
		default:
			return entry.type;
	}
}

const linesOf = ({ state }: Session): string[] =>
	[...state.entries.values()].map((entry) => lineOf(entry, state));

/** What the disk keeps of it, as the next window reads it. */
function stored({ state }: Session): Parameters<Session['dispatch']>[0] {
	const text = {
		toText: (record: unknown) => `${JSON.stringify(record)}\n`,
		bytesOf: (line: string) => Buffer.byteLength(line),
	};
	const log = new Journal().takeAll(state, text, limits.conversationLogBytes).join('');
	const conversation = readLog(log, state.key);
	assert.ok(conversation);
	const { entries, terminals, leftOut } = conversation;
	return { type: 'history_restored', entries, terminals, leftOut };
}

describe('a recorded session that its agent tells again', () => {
	for (const { first, second, folder } of pairs) {
		it(`${first}: each answered permission is with its call after the load, nothing stands there twice [acp C46]`, async () => {
			const before = await replay(named(first, folder), 'burst');
			const lines = linesOf(before.session);
			const permissions = lines.filter((line) => / for /u.test(line) && line.startsWith('allow'));
			assert.equal(permissions.length, 1);
			assert.doesNotMatch(permissions.join(), /nothing/u);
			const alone = linesOf((await replay(named(second, folder), 'burst')).session);
			assert.deepEqual(
				alone.filter((line) => line.startsWith('allow')),
				[],
			);
			const after = await replay(named(second, folder), 'burst', (session) =>
				session.dispatch(stored(before.session)),
			);
			assert.deepEqual(linesOf(after.session).slice(0, lines.length), lines);
			assert.deepEqual(
				linesOf(after.session).filter((line) => !line.startsWith('allow')),
				alone,
			);
		});

		it(`${first}: a notice and a partial answer that only the host has are kept, marked`, async () => {
			const before = await replay(named(first, folder), 'burst');
			const text = 'And then, half way through';
			before.session.dispatch({
				type: 'message_chunk',
				role: 'thought',
				content: { type: 'text', text: 'Hm.' },
			});
			before.session.dispatch({ type: 'message_chunk', role: 'agent', content: { type: 'text', text } });
			before.session.dispatch({
				type: 'notice',
				notice: { severity: 'error', title: 'It exited', actions: [] },
			});
			const lines = linesOf(before.session);
			const after = await replay(named(second, folder), 'burst', (session) =>
				session.dispatch(stored(before.session)),
			);
			const end = ['thought: Hm.', `agent: ${text}`, 'notice: It exited'];
			assert.deepEqual(lines.slice(-3), end);
			assert.deepEqual(linesOf(after.session).slice(0, lines.length + 1), [
				...lines.slice(0, -3),
				"notice: The rest of this turn is not in the agent's history",
				...end,
			]);
		});
	}

	for (const [agent, folder] of [
		['claude-agent-acp', undefined],
		['codex-acp', undefined],
		['codex-acp-v2', 'v2'],
	] as const)
		it(`${agent}: what was sent into the turn stands there once, where the agent took it [acp C46] [hazard C10]`, async () => {
			const sep = agent.endsWith('v2') ? '' : '-';
			const before = await replay(named(`${agent}${sep}steer`, folder), 'burst');
			const after = await replay(named(`${agent}${sep}steer2`, folder), 'burst', (session) =>
				session.dispatch(stored(before.session)),
			);
			const spoken = (session: Session): readonly string[] =>
				linesOf(session).filter((line) => /^(?:user|agent): /u.test(line));
			const lines = spoken(before.session).map((line) => line.slice(0, 20));
			assert.deepEqual(lines, [
				'user: scenario:stead',
				'agent: word0 word1 w',
				'user: scenario:text ',
				'agent: Here is **a w',
			]);
			assert.deepEqual(spoken(after.session), spoken(before.session));
		});

	it('gemini: what was answered and said before it was killed stands there once, though it tells no call [acp C46]', async () => {
		const before = await replay(named('gemini-turns', undefined), 'burst');
		const alone = linesOf((await replay(named('gemini-turns2', undefined), 'burst')).session);
		const after = await replay(named('gemini-turns2', undefined), 'burst', (session) =>
			session.dispatch(stored(before.session)),
		);
		const lines = linesOf(after.session);
		const isOurs = (line: string): boolean => / for \w+__\w+$|^notice: Stopped$/u.test(line);
		const answered = linesOf(before.session).filter(isOurs);
		assert.equal(answered.length, 5);
		assert.deepEqual(alone.filter(isOurs), []);
		assert.deepEqual(lines.filter(isOurs), answered);
		for (const [at, line] of lines.entries()) {
			const call = / for (\w+__\w+)$/u.exec(line)?.[1];
			if (call !== undefined) assert.equal(lines[at - 1]?.startsWith(`call ${call} `), true, line);
		}
		assert.equal(lines.filter((line) => line.startsWith('agent: word0 word1 ')).length, 1);
		assert.equal(lines.filter((line) => /Function (?:Call|Response)|session_context/u.test(line)).length, 0);
		const told = new Set(alone);
		assert.deepEqual(
			lines.filter((line) => told.has(line)),
			alone,
		);
	});

	for (const agent of ['copilot', 'qwen']) {
		it(`${agent}: all that was answered in seven turns, and the answer that was stopped, stand there once [acp C46]`, async () => {
			const before = await replay(named(`${agent}-turns`, undefined), 'burst');
			const alone = linesOf((await replay(named(`${agent}-replay`, undefined), 'burst')).session);
			const after = await replay(named(`${agent}-replay`, undefined), 'burst', (session) =>
				session.dispatch(stored(before.session)),
			);
			const lines = linesOf(after.session);
			const isOurs = (line: string): boolean => / for call_|^elicitation$|^notice: Stopped$/u.test(line);
			const answered = linesOf(before.session).filter(isOurs);
			assert.ok(answered.length >= 4);
			assert.deepEqual(alone.filter(isOurs), []);
			assert.deepEqual(lines.filter(isOurs), answered);
			for (const [at, line] of lines.entries()) {
				const call = / for (call_\w+)$/u.exec(line)?.[1];
				if (call !== undefined) assert.equal(lines[at - 1]?.startsWith(`call ${call} `), true, line);
			}
			assert.equal(lines.filter((line) => line.startsWith('agent: word0 word1 ')).length, 1);
			// What the agent tells stands there as it tells it.
			const told = new Set(alone);
			assert.deepEqual(
				lines.filter((line) => told.has(line)),
				alone,
			);
		});
	}
});

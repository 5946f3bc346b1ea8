/** What the tree of sessions shows, without the window around it. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type AgentCapabilities, noCapabilities } from '../../../../src/core/session/model/capabilities.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import type { SessionState } from '../../../../src/core/session/model/sessionState.ts';
import type { ListedSession } from '../../../../src/core/session/model/agentPort.ts';
import {
	createSessionState,
	type SessionSeed,
} from '../../../../src/core/session/reducer/createSessionState.ts';
import { reduce } from '../../../../src/core/session/reducer/reducer.ts';
import type { Listing } from '../../../../src/host/sessionsView/agentSessions.ts';
import { parseTime, relativeTime } from '../../../../src/host/sessionsView/relativeTime.ts';
import { folderNameOf, SessionFolders } from '../../../../src/host/sessionsView/sessionFolder.ts';
import { statusOf, statusText } from '../../../../src/host/sessions/sessionStatus.ts';
import {
	type AgentContent,
	agentNodes,
	sessionNodesOf,
	sessionFlags,
} from '../../../../src/host/sessionsView/sessionsTreeNodes.ts';
import { tempDir } from '../../node/support.ts';
import { touchedWhile } from '../../node/touched.ts';
import { permission, prompt, seed } from '../../core/session/driver/play.ts';

const ready: SessionEvent = {
	type: 'session_opened',
	sessionId: 'x',
	capabilities: noCapabilities,
	options: {},
};

function session(more: Partial<SessionSeed> = {}, ...events: SessionEvent[]): SessionState {
	const state = createSessionState({ ...seed, ...more });
	for (const event of events) reduce(state, event, 1000);
	return state;
}

const listed = (sessionId: string): ListedSession => ({
	sessionId,
	cwd: '/ws',
	additionalDirectories: [],
	isArchived: false,
});
const can = (...names: (keyof AgentCapabilities)[]): AgentCapabilities => ({
	...noCapabilities,
	...Object.fromEntries(names.map((name) => [name, true])),
});
const nothing: Listing = { type: 'unknown', sessions: [], hasMore: false };

function below(content: Partial<AgentContent>): string[] {
	const nodes = sessionNodesOf({
		agent: 'A',
		sessions: [],
		listing: nothing,
		capabilities: undefined,
		isConfigured: true,
		...content,
	});
	return nodes.map((node) => {
		if (node.type === 'hosted') return node.key;
		return node.type === 'listed' ? node.listed.sessionId : `(${node.type})`;
	});
}

describe('the state of a session', () => {
	it('is said in one word, and what needs the user comes first', () => {
		const working = [ready, prompt('hi')];
		const cases: readonly (readonly [string, SessionEvent[]])[] = [
			['exited', []],
			['starting', [{ type: 'agent_state', agent: { type: 'starting', since: 0 } }]],
			['unapproved', [{ type: 'agent_state', agent: { type: 'unapproved', commandLine: 'x' } }]],
			['login', [{ type: 'agent_state', agent: { type: 'login_required', reason: '', methods: [] } }]],
			['idle', [ready]],
			['running', working],
			['waiting', [...working, permission('p1')]],
			['running', [...working, permission('p1'), settled]],
			['stopping', [...working, { type: 'cancel_requested', at: 1 }]],
			['idle', [...working, { type: 'turn_ended', end: { reason: 'end_turn' }, at: 2 }]],
			['exited', [ready, { type: 'agent_state', agent: { type: 'exited' } }]],
		];
		for (const [expected, events] of cases) assert.equal(statusOf(session({}, ...events)), expected);
		assert.equal(statusText('waiting'), 'Waiting for you');
	});
});

const settled: SessionEvent = {
	type: 'permission_settled',
	permissionId: 'p1',
	state: { type: 'answered', option: { optionId: 'yes', name: 'Allow', kind: 'allow_once' } },
};

describe('the tree of sessions', () => {
	it('has the configured agents in their order, then those that are gone and have sessions', () => {
		const nodes = agentNodes(['B', 'A'], [session({ agentName: 'Gone' }), session({ agentName: 'A' })]);
		assert.deepEqual(
			nodes.map((node) => [node.agent, node.type === 'agent' && node.hasSessions]),
			[
				['B', false],
				['A', true],
				['Gone', true],
			],
		);
		assert.deepEqual(agentNodes([], []), []);
	});

	it('shows sessions of this window first, newest on top, each once', () => {
		const sessions = [
			session({ agentName: 'A', key: 's1', createdAt: 1, sessionId: 'one' }),
			session({ agentName: 'A', key: 's2', createdAt: 2 }),
			session({ agentName: 'B', key: 's3', createdAt: 3 }),
		];
		const listing: Listing = { type: 'listed', sessions: [listed('one'), listed('two')], hasMore: true };
		assert.deepEqual(below({ sessions, listing, capabilities: can('listSessions') }), [
			's2',
			's1',
			'two',
			'(more)',
		]);
	});

	it('does not ask an agent that does not run, it offers to [acp C36]', () => {
		assert.deepEqual(below({}), ['(showEarlier)']);
		assert.deepEqual(below({ isConfigured: false }), ['(none)']);
		assert.deepEqual(below({ capabilities: noCapabilities }), ['(none)']);
	});

	it('says that a list is on its way, that it failed, and that it is at its end [acp C41]', () => {
		const sessions = [listed('one')];
		assert.deepEqual(below({ listing: { type: 'loading', sessions, hasMore: true } }), ['one', '(loading)']);
		assert.deepEqual(below({ listing: { type: 'failed', sessions, hasMore: true, error: 'no' } }), [
			'one',
			'(failed)',
		]);
		assert.deepEqual(below({ listing: { type: 'listed', sessions, hasMore: false } }), ['one']);
		assert.deepEqual(below({ listing: { type: 'listed', sessions: [], hasMore: false } }), ['(none)']);
	});

	it('offers what the agent offers, and nothing else [acp C35] [acp C37]', () => {
		const hosted = { isHosted: true, isKnown: true, isArchived: false };
		const kept = { ...hosted, isHosted: false };
		assert.equal(sessionFlags({ ...hosted, capabilities: undefined }), 'session;hosted;canOpen;canRename');
		assert.equal(
			sessionFlags({ ...hosted, capabilities: can('deleteSession', 'forkSession', 'archiveSession') }),
			'session;hosted;canOpen;canRename;canDelete;canFork;canArchive',
		);
		assert.equal(
			sessionFlags({ ...hosted, isKnown: false, capabilities: can('deleteSession', 'forkSession') }),
			'session;hosted;canOpen;canRename',
		);
		assert.equal(sessionFlags({ ...kept, capabilities: undefined }), 'session;listed;canOpen');
		assert.equal(sessionFlags({ ...kept, capabilities: noCapabilities }), 'session;listed');
		assert.equal(
			sessionFlags({
				...kept,
				isArchived: true,
				capabilities: can('archiveSession', 'resumeSession', 'setTitle'),
			}),
			'session;listed;canOpen;canRename;canUnarchive',
		);
	});
});

describe('times', () => {
	const now = Date.parse('2026-06-15T12:00:00Z');
	it('are said as people say them', () => {
		const cases: readonly (readonly [string, string])[] = [
			['2026-06-15T12:00:00Z', 'now'],
			['2026-06-15T11:59:01Z', 'now'],
			['2026-06-15T11:58:59Z', '1 minute ago'],
			['2026-06-15T09:00:00Z', '3 hours ago'],
			['2026-06-14T11:00:00Z', 'yesterday'],
			['2026-06-01T11:00:00Z', '2 weeks ago'],
			['2026-04-01T11:00:00Z', '2 months ago'],
			['2020-06-15T12:00:00Z', '6 years ago'],
			['2027-01-01T00:00:00Z', 'now'],
		];
		for (const [at, expected] of cases) assert.equal(relativeTime(Date.parse(at), now), expected, at);
	});

	it('that are none are not invented', () => {
		for (const text of [undefined, '', 'soon', '2026-99-99']) assert.equal(parseTime(text), undefined);
		assert.equal(parseTime('2026-06-15T12:00:00Z'), now);
	});
});

describe('the folder of a session that an agent reports', () => {
	const root = tempDir();
	const folder = path.join(root, 'ws');
	const link = path.join(root, 'link');
	mkdirSync(path.join(folder, 'packages', 'a'), { recursive: true });
	mkdirSync(path.join(root, 'ws-other'));
	symlinkSync(folder, link);
	symlinkSync(path.join(root, 'ws-other'), path.join(folder, 'out'));

	const folderOf = (cwd: string, folders: readonly string[]): Promise<string | undefined> =>
		new SessionFolders(folders).of(cwd);

	it('is one of the workspace, or lies in one, whatever the agent says [hazard D1]', async () => {
		assert.equal(await folderOf(folder, [folder]), folder);
		assert.equal(await folderOf(`${folder}/`, [folder]), folder);
		const inner = path.join(folder, 'packages', 'a');
		assert.equal(await folderOf(inner, [folder]), inner);
		for (const outside of [
			'/',
			root,
			`${folder}-other`,
			`${folder}/../ws-other`,
			`${folder}/out`,
			'ws',
			'',
			'.',
		]) {
			assert.equal(await folderOf(outside, [folder]), undefined, outside);
		}
	});

	it('goes by the name that VS Code has for it', async () => {
		assert.equal(await folderOf(folder, [link]), link);
		assert.equal(await folderOf(link, [folder]), folder);
	});

	it('is looked up once, and for no more than 100 of a list [hazard D11]', async () => {
		const folders = new SessionFolders([folder]);
		const touched = await touchedWhile(async () => {
			await Promise.all(Array.from({ length: 5_000 }, (_, at) => folders.of(path.join(root, `x${at}`))));
			await Promise.all(Array.from({ length: 5_000 }, () => folders.of(folder)));
		});
		const names = new Set(
			touched.filter((place) => path.dirname(place) === root && /^x\d+$/u.test(path.basename(place))),
		);
		assert.equal(names.size, limits.unrequestedPaths);
		assert.equal(await folders.of(folder), folder, 'the folders themselves are known without a look');
	});
});

describe('the folder of a session', () => {
	const folders = [
		{ name: 'first', path: path.join('/ws', 'a') },
		{ name: 'inner', path: path.join('/ws', 'a', 'b') },
	];

	it('is named where the window has several, by the one it lies in', () => {
		assert.deepEqual(
			[
				['/ws', 'a'],
				['/ws', 'a', 'x'],
				['/ws', 'a', 'b', 'c'],
				['/ws', 'ab'],
			].map((parts) => folderNameOf(path.join(...parts), folders)),
			['first', 'first', 'inner', 'ab'],
		);
	});

	it('goes without saying where there is one', () => {
		assert.equal(folderNameOf(path.join('/ws', 'a'), folders.slice(0, 1)), '');
	});
});

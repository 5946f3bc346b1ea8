/** What the host asks in its own name is no tool call: nothing that an agent says reaches it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRequestFacts } from '../../../../../src/core/rules/requestFacts.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { PermissionEntry } from '../../../../../src/core/session/model/entry.ts';
import type { PermissionRequest } from '../../../../../src/core/session/model/permission.ts';
import type { PermissionRules } from '../../../../../src/core/session/model/permissionPorts.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { permissionDetails } from '../../../../../src/core/view/permissionSubject.ts';
import { type FakeAgent, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { settle } from './transcript.ts';

const secret = '/home/u/.bashrc';
const question: PermissionRequest = {
	title: `Write ${secret}`,
	subject: { type: 'file', purpose: 'write', path: secret },
	options: [
		{ optionId: 'reject', name: 'Reject', kind: 'reject_once' },
		{ optionId: 'allow', name: 'Allow this write', kind: 'allow_once' },
	],
};

/** A rule: edits in the workspace are allowed. */
const inWorkspace: PermissionRules = {
	isInForce: true,
	answerFor: async (asked) => {
		const { kind, paths } = readRequestFacts(asked);
		const isCovered = kind === 'edit' && paths.length > 0 && paths.every((path) => path.startsWith('/ws/'));
		return isCovered ? { optionId: 'allow', rule: { id: 'r', text: 'Allow edits in /ws' } } : undefined;
	},
	onDidChange: () => ({ dispose: () => undefined }),
};

async function open(): Promise<{ session: Session; agent: FakeAgent }> {
	const opened = openFakeSession({ permissionRules: inWorkspace });
	void opened.session.prompt([text('go')]);
	await opened.agent.prompted();
	return opened;
}

const questions = ({ state }: Session): PermissionEntry[] =>
	[...state.entries.values()].filter((entry) => entry.type === 'permission');

/** Every name that the transcript knows, and those that an agent could guess, each said to be of another file. */
function claims({ state }: Session): AgentEvent[] {
	const known = [...state.entries.values()].flatMap((entry) => [entry.id, entry.parentId ?? '']);
	const fields = { kind: 'edit', title: 'Write /ws/a.ts', locations: [{ path: '/ws/a.ts' }] } as const;
	return [...known, ...state.toolCalls.keys(), 'acp-host-file-1', 'p1'].map((toolCallId) => ({
		type: 'tool_call',
		toolCallId,
		fields,
	}));
}

describe('a question of the host', () => {
	it('is answered by no rule for what an agent claims it is about [hazard C13] [hazard D1]', async () => {
		const { session, agent } = await open();
		const outcome = session.ask(question);
		agent.say(...claims(session));
		await settle();
		const [asked] = questions(session);
		assert.deepEqual(session.state.pendingPermissions, [asked?.id]);
		assert.ok(asked !== undefined);
		assert.equal(asked.parentId, undefined);
		assert.equal(permissionDetails(asked, undefined), secret);
		session.permissions.answer(asked.id, 'reject');
		assert.deepEqual(await outcome, { type: 'selected', optionId: 'reject' });
	});

	it('is answered by a rule for the file that it is about', async () => {
		const { session } = await open();
		const subject = { type: 'file', purpose: 'write', path: '/ws/.vscode/settings.json' } as const;
		assert.deepEqual(await session.ask({ ...question, subject }), { type: 'selected', optionId: 'allow' });
	});

	it('is withdrawn with the request that it is for, and the card says so [acp C77] [hazard C1]', async () => {
		const { session } = await open();
		const request = new AbortController();
		const outcome = session.ask(question, request.signal);
		await settle();
		assert.equal(session.state.pendingPermissions.length, 1);
		request.abort();
		assert.deepEqual(await outcome, { type: 'cancelled' });
		assert.deepEqual(session.state.pendingPermissions, []);
		assert.deepEqual(questions(session)[0]?.state, { type: 'cancelled', by: 'agent' });
	});
});

describe('a question that version 0.3.0 kept as a tool call', () => {
	it('is not written to by an agent that names it', () => {
		const { session } = openFakeSession();
		session.dispatch({
			type: 'history_restored',
			leftOut: 0,
			terminals: [],
			entries: [
				{
					id: 'e1',
					type: 'tool_call',
					origin: 'agent',
					turn: 1,
					toolCallId: 'acp-host-file-1',
					title: `Write ${secret}`,
					kind: 'edit',
					status: 'failed',
					content: [],
					locations: [{ path: secret }],
					startedAt: 1,
					endedAt: 2,
				},
			],
		});
		// As an agent does that goes on with its session: calls that were kept are its own, but not this one.
		const fields = { title: 'Harmless' };
		session.dispatch({ type: 'tool_call_update', toolCallId: 'acp-host-file-1', fields });
		const old = session.state.entries.get('e1');
		assert.ok(old?.type === 'tool_call');
		assert.equal(old.title, `Write ${secret}`);
	});
});

/** The question about a file outside of the workspace: in a session, with an agent that wants it answered otherwise. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readRequestFacts } from '../../../src/core/rules/requestFacts.ts';
import type { PermissionEntry } from '../../../src/core/session/model/entry.ts';
import type { PermissionRules } from '../../../src/core/session/model/permissionPorts.ts';
import { FileAccess } from '../../../src/host/files/fileAccess.ts';
import { OwnEdits } from '../../../src/host/files/ownEdits.ts';
import { WorkspaceFiles } from '../../../src/host/files/workspaceFiles.ts';
import { type FakeAgent, openFakeSession } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { text } from '../../unit/core/session/driver/play.ts';
import { until } from '../../unit/node/until.ts';
import { hostTest } from './registry.ts';
import { withScratch } from './scratch.ts';

/** The rules are through with it. */
function isAsked(entry: PermissionEntry | undefined): boolean {
	return entry?.state.type !== 'pending' || entry.state.isAwaitingRules !== true;
}

interface Rig {
	readonly agent: FakeAgent;
	readonly outside: string;
	readonly inside: string;
	readonly question: () => PermissionEntry | undefined;
	readonly write: (signal?: AbortSignal) => Promise<void>;
}

/** A session with a rule: edits in its folder are allowed. */
function withQuestion(run: (rig: Rig) => Promise<void>): Promise<void> {
	return withScratch(async (folder) => {
		const outside = path.join(os.tmpdir(), `acp-host-question-${process.pid}.txt`);
		const rules: PermissionRules = {
			isInForce: true,
			answerFor: async (asked) => {
				const { kind, paths } = readRequestFacts(asked);
				const isCovered = kind === 'edit' && paths.every((file) => file.startsWith(folder));
				return isCovered ? { optionId: 'allow', rule: { id: 'r', text: 'Allow edits here' } } : undefined;
			},
			onDidChange: () => ({ dispose: () => undefined }),
		};
		const { session, agent } = openFakeSession({ permissionRules: rules });
		void session.prompt([text('go')]);
		await agent.prompted();
		const access = new FileAccess(folder, (request, signal) => session.ask(request, signal));
		const files = new WorkspaceFiles(access, new OwnEdits());
		try {
			await run({
				agent,
				outside,
				inside: path.join(folder, 'a.txt'),
				question: () => [...session.state.entries.values()].find((entry) => entry.type === 'permission'),
				write: (signal) => files.writeTextFile(outside, 'x', signal),
			});
			assert.equal(existsSync(outside), false);
		} finally {
			files.dispose();
			session.dispose();
		}
	});
}

hostTest('a question about a file is out of reach of what the agent says of its calls [hazard C13]', () =>
	withQuestion(async ({ agent, outside, inside, question, write }) => {
		const signal = new AbortController();
		const written = write(signal.signal).then(
			() => 'written',
			() => 'refused',
		);
		await until(() => question() !== undefined);
		for (const toolCallId of ['acp-host-file-1', question()?.id ?? '', question()?.parentId ?? '']) {
			const fields = { kind: 'edit', title: `Write ${inside}`, locations: [{ path: inside }] } as const;
			agent.say({ type: 'tool_call', toolCallId, fields });
		}
		await until(() => isAsked(question()));
		const entry = question();
		assert.deepEqual([entry?.state, entry?.title], [{ type: 'pending' }, `Write ${outside}`]);
		signal.abort();
		assert.equal(await written, 'refused');
	}),
);

hostTest('a write that is withdrawn while its question waits is not written [hazard C1] [acp C77]', () =>
	withQuestion(async ({ question, write }) => {
		const request = new AbortController();
		const written = write(request.signal).then(
			() => 'written',
			() => 'refused',
		);
		await until(() => question() !== undefined);
		request.abort();
		assert.equal(await written, 'refused');
		assert.deepEqual(question()?.state, { type: 'cancelled', by: 'agent' });
	}),
);

/** The question about a file outside of the workspace: in a session, with an agent that wants it answered otherwise. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as limits from '../../../src/core/base/limits.ts';
import { readRequestFacts } from '../../../src/core/rules/requestFacts.ts';
import type { PermissionEntry } from '../../../src/core/session/model/entry.ts';
import type { PermissionRequest } from '../../../src/core/session/model/permission.ts';
import type { PermissionRules } from '../../../src/core/session/model/permissionPorts.ts';
import { FileAccess } from '../../../src/host/files/fileAccess.ts';
import { OwnEdits } from '../../../src/host/files/ownEdits.ts';
import { WorkspaceFiles } from '../../../src/host/files/workspaceFiles.ts';
import { answerByRules, isDeniedByRules } from '../../../src/host/permissions/answerByRules.ts';
import { rule } from '../../unit/core/rules/samples.ts';
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

hostTest('what a rule denies is neither read nor written for an agent that need not ask [hazard C8]', () =>
	withScratch(async (folder) => {
		await mkdir(path.join(folder, 'secret'));
		await writeFile(path.join(folder, 'secret', 'key'), 'before\n');
		await symlink(path.join(folder, 'secret'), path.join(folder, 'alias'));
		const pattern = { type: 'glob', glob: 'secret/**' } as const;
		const denying = rule({ effect: 'deny', pattern });
		const asked: PermissionRequest[] = [];
		const files = new WorkspaceFiles(
			new FileAccess(
				folder,
				async (request) => {
					asked.push(request);
					return { type: 'selected', optionId: 'reject' };
				},
				(subject) =>
					isDeniedByRules({ sessionKey: 's', agentName: 'a', cwd: folder, subject }, [denying], [folder]),
			),
			new OwnEdits(),
		);
		try {
			for (const name of ['secret/key', 'alias/key']) {
				await assert.rejects(files.readTextFile(path.join(folder, name)), /does not allow to read/u);
				await assert.rejects(files.writeTextFile(path.join(folder, name), 'x'), /does not allow to write/u);
			}
			await files.writeTextFile(path.join(folder, 'other'), 'x');
			assert.equal(await readFile(path.join(folder, 'secret', 'key'), 'utf8'), 'before\n');
			assert.equal(asked.length, 4);
			const [, write] = asked;
			assert.equal(write?.subject.type === 'file' && write.subject.text, 'x');
		} finally {
			files.dispose();
		}
	}),
);

hostTest(
	'a file that is denied by the name of a link is allowed by no rule for what that leads to [hazard C8]',
	() =>
		withScratch(async (folder) => {
			await mkdir(path.join(folder, 'vault'));
			await writeFile(path.join(folder, 'vault', 'key'), 'text\n');
			await symlink(path.join(folder, 'vault'), path.join(folder, 'secrets'));
			const rules = [rule({ effect: 'deny', pattern: { type: 'glob', glob: 'secrets/**' } }), rule({})];
			const { session, agent } = openFakeSession({
				seed: { cwd: folder },
				permissionRules: {
					isInForce: true,
					answerFor: async (asked) => {
						const answer = await answerByRules(asked, () => rules, [folder]);
						return answer && { optionId: answer.optionId, rule: { id: answer.rule.id, text: '' } };
					},
					onDidChange: () => ({ dispose: () => undefined }),
				},
			});
			void session.prompt([text('go')]);
			await agent.prompted();
			const access = new FileAccess(
				folder,
				(request, signal) => session.ask(request, signal),
				(subject) =>
					isDeniedByRules({ sessionKey: 's', agentName: 'a', cwd: folder, subject }, rules, [folder]),
			);
			const files = new WorkspaceFiles(access, new OwnEdits());
			try {
				await assert.rejects(files.readTextFile(path.join(folder, 'secrets', 'key')), /does not allow/u);
				assert.equal(await files.readTextFile(path.join(folder, 'vault', 'key')), 'text\n');
			} finally {
				files.dispose();
				session.dispose();
			}
		}),
);

hostTest(
	'the question about a write shows what would be written, and says what it leaves out [hazard C7]',
	() =>
		withScratch(async (folder) => {
			const asked: PermissionRequest[] = [];
			const access = new FileAccess(folder, async (request) => {
				asked.push(request);
				return { type: 'selected', optionId: 'reject' };
			});
			const files = new WorkspaceFiles(access, new OwnEdits());
			const tasks = path.join(folder, '.vscode', 'tasks.json');
			const long = 'x'.repeat(limits.toolOutputChars + 1);
			for (const content of ['{}', long]) await assert.rejects(files.writeTextFile(tasks, content));
			files.dispose();
			const [short, cut] = asked.map(({ subject }) => (subject.type === 'file' ? subject.text : undefined));
			assert.equal(short, '{}');
			assert.equal(cut, long.slice(1));
			assert.match(asked[1]?.description ?? '', /Too long to be shown whole/u);
			assert.doesNotMatch(asked[0]?.description ?? '', /Too long/u);
		}),
);

/** What a rule of the user denies is not done for an agent, whether it asks for a permission or not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { Rule } from '../../../../src/core/rules/rule.ts';
import type { PermissionEntry } from '../../../../src/core/session/model/entry.ts';
import type { PermissionSubject } from '../../../../src/core/session/model/permission.ts';
import { answerByRules, isDeniedByRules } from '../../../../src/host/permissions/answerByRules.ts';
import { requireCommand } from '../../../../src/host/terminals/commandAccess.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { text } from '../../core/session/driver/play.ts';
import { rule } from '../../core/rules/samples.ts';
import { at, workspace } from '../../core/rules/workspace.ts';

const session = { sessionKey: 's', agentName: 'a', cwd: workspace };
const isDenied = (subject: PermissionSubject, ...rules: Rule[]): Promise<boolean> =>
	isDeniedByRules({ ...session, subject }, rules, [workspace]);

describe('what an agent has the host do unasked', () => {
	const secret = rule({ effect: 'deny', pattern: { type: 'glob', glob: 'secret/**' } });
	const push = rule({ effect: 'deny', pattern: { type: 'commandStart', command: 'git push' } });

	it('is denied where a rule denies the file, by whatever kind of action', async () => {
		const file = { type: 'file', purpose: 'read', path: at('secret/key') } as const;
		assert.ok(await isDenied(file, secret));
		assert.ok(await isDenied({ ...file, purpose: 'write' }, secret));
		assert.ok(await isDenied({ ...file, purpose: 'write' }, { ...secret, kind: 'edit' }));
		assert.ok(!(await isDenied(file, { ...secret, kind: 'edit' })));
		assert.ok(!(await isDenied({ ...file, path: at('src/key') }, secret)));
	});

	it('is denied where a rule denies the command, also one that a shell is given', async () => {
		for (const command of ['git push', 'git push --force', 'cd x && git push', "bash -lc 'git push'"])
			assert.ok(await isDenied({ type: 'command', command, cwd: workspace }, push), command);
		assert.ok(!(await isDenied({ type: 'command', command: 'git pull', cwd: workspace }, push)));
	});

	it('is asked about where it is too long to be read whole, whatever stands in front', async () => {
		const padded = `sh -c 'git push; : ${'a'.repeat(limits.ruleCommandChars)}'`;
		assert.ok(await isDenied({ type: 'command', command: padded, cwd: workspace }, push));
		assert.ok(!(await isDenied({ type: 'command', command: padded, cwd: workspace })));
	});

	it('is neither denied nor asked about by rules that allow or ask, or of another agent', async () => {
		const command = { type: 'command', command: 'git push', cwd: workspace } as const;
		for (const other of [
			{ ...push, effect: 'allow' as const },
			{ ...push, effect: 'ask' as const },
			{ ...push, agentName: 'another' },
		])
			assert.ok(!(await isDenied(command, other)));
	});

	it('is no command that runs; the card says which rule it was', async () => {
		const denying = (): Rule[] => [push];
		const { session: hosted, agent } = openFakeSession({
			permissionRules: {
				isInForce: true,
				answerFor: async (asked) => {
					const answer = await answerByRules(asked, denying, [workspace]);
					return answer && { optionId: answer.optionId, rule: { id: answer.rule.id, text: 'no pushes' } };
				},
				onDidChange: () => ({ dispose: () => undefined }),
			},
		});
		void hosted.prompt([text('go')]);
		await agent.prompted();
		const run = (command: string): Promise<void> =>
			requireCommand(
				{ command, cwd: workspace },
				(request, signal) => hosted.ask(request, signal),
				(subject) => isDenied(subject, push),
			);
		await run('git pull');
		await assert.rejects(run('git push'), /does not allow to run git push/u);
		const cards = [...hosted.state.entries.values()].filter(
			(entry): entry is PermissionEntry => entry.type === 'permission',
		);
		assert.equal(cards.length, 1);
		const [card] = cards;
		assert.equal(card?.state.type === 'answered' && card.state.rule?.text, 'no pushes');
		hosted.dispose();
	});
});

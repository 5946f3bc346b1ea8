/** A rule that the user made answers a real agent, in either version, before the user is asked. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { it } from './eachCarrier.ts';
import type { Rule } from '../../../src/core/rules/rule.ts';
import type { PermissionRules } from '../../../src/core/session/model/permissionPorts.ts';
import { Emitter } from '../../../src/core/base/emitter.ts';
import { answerByRules } from '../../../src/host/permissions/answerByRules.ts';
import type { Step } from '../../agents/fakeAgentScript.ts';
import { run, rule } from '../core/rules/samples.ts';
import { entriesOf } from '../core/session/driver/transcript.ts';
import { tempDir, until } from '../node/support.ts';
import { answersTo } from './peer.ts';
import { openSessionV2 } from './peerV2.ts';
import { openSession } from './sessionPeer.ts';

const cwd = tempDir();
const options = [
	{ optionId: 'a', name: 'Always', kind: 'allow_always' },
	{ optionId: 'once', name: 'Allow', kind: 'allow_once' },
	{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
];
const toolCall = { toolCallId: 'c1', title: 'Run it', ...run('npm test').call };

const ask = (params: object): readonly Step[] => [
	{
		request: { method: 'session/request_permission', params: { sessionId: '$session', options, ...params } },
		as: 'asked',
	},
	{ text: 'So be it.' },
];

function rulesOf(...made: readonly Rule[]): PermissionRules {
	return {
		isInForce: true,
		answerFor: async (asked) => {
			const answer = await answerByRules(asked, () => made, [cwd]);
			return answer && { optionId: answer.optionId, rule: { id: answer.rule.id, text: 'A rule' } };
		},
		onDidChange: new Emitter<void>().event,
	};
}

const versions = [
	{
		version: 1,
		open: (permissionRules: PermissionRules) =>
			openSession({ on: { 'session/prompt': ask({ toolCall }) } }, { cwd, permissionRules }),
	},
	{
		version: 2,
		open: (permissionRules: PermissionRules) =>
			openSessionV2(
				{
					'session/prompt': [
						...ask({ title: 'Run it', subject: { type: 'tool_call', toolCall } }),
						{ respond: { stopReason: 'end_turn' } },
					],
				},
				{ cwd, permissionRules },
			),
	},
];

// Without an answer of a rule the permission would wait for ever.
for (const { version, open } of versions) {
	describe(`a permission of an agent of version ${version}`, { timeout: 30_000 }, () => {
		const command = { type: 'command', command: 'npm test' } as const;
		for (const [effect, optionId] of [
			['allow', 'once'],
			['deny', 'no'],
		] as const) {
			it(`is answered by a rule that says ${effect}, nobody is asked [acp C73] [acp C74]`, async () => {
				const { session, peer, say, close } = await open(rulesOf(rule({ effect, pattern: command })));
				const waiting: number[] = [];
				session.onDidChange(() => waiting.push(session.state.pendingPermissions.length));
				assert.equal(await say('Test it'), 'done');
				assert.equal(Math.max(...waiting), 0);
				const [permission] = entriesOf(session, 'permission');
				assert.ok(permission?.state.type === 'answered');
				assert.deepEqual(
					[permission.state.option.optionId, permission.state.rule?.text],
					[optionId, 'A rule'],
				);
				await close();
				assert.deepEqual(
					answersTo(peer.seen, 0).map(({ result }) => result),
					[{ outcome: { outcome: 'selected', optionId } }],
				);
			});
		}

		it('that no rule is about waits for the user [acp C73]', async () => {
			const other = rule({ pattern: { type: 'command', command: 'npm publish' } });
			const { session, peer, say, close } = await open(rulesOf(other));
			const said = say('Test it');
			await until(() => session.state.pendingPermissions.length === 1);
			assert.deepEqual(answersTo(peer.seen, 0), []);
			session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'no');
			assert.equal(await said, 'done');
			await close();
		});
	});
}

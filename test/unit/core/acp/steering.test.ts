/** Prompts that go into a turn that runs, in both versions (docs/protocol.md#steering). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import type { JsonObject } from '../../../../src/core/base/json.ts';
import type { Content } from '../../../../src/core/session/model/content.ts';
import type { MemoryWire } from './memoryWire.ts';
import { attached } from './support.ts';
import { answerError, attachedV2, refusal } from './v2/supportV2.ts';

const steer = '_session/steering';
const offered = { _meta: { steering: { supported: true } } };
const hi: readonly Content[] = [{ type: 'text', text: 'hi' }];
const image: Content = { type: 'image', mimeType: 'image/png', data: 'aGk=' };
const file: Content = { type: 'resource', uri: 'file:///work/a.ts', text: 'let a' };

/** What all agents of the tests have in common. */
interface Connected {
	readonly agent: Awaited<ReturnType<typeof attachedV2>>['agent'];
	readonly wire: MemoryWire;
}

const versions: Readonly<Record<string, (answer: JsonObject) => Promise<Connected>>> = {
	'version 1': (answer) => attached(answer),
	'version 2': (answer) => attachedV2({ answer: { capabilities: { session: {} }, ...answer } }),
};

for (const [version, connect] of Object.entries(versions))
	describe(`steering in ${version}`, () => {
		it('is sent as the prompt that it is, and never begins a turn of its own', async () => {
			const { agent, wire } = await connect(offered);
			wire.answers.set(steer, () => ({ outcome: 'injected' }));
			assert.equal(await agent.steer('s1', hi), 'injected');
			const _meta = { steering: { idleBehavior: 'promptRequired' } };
			assert.deepEqual(wire.sent.at(-1), {
				method: steer,
				params: { sessionId: 's1', prompt: [{ type: 'text', text: 'hi' }], _meta },
			});
		});

		it('is offered only by an agent that says so itself [acp C20]', async () => {
			const odd: readonly unknown[] = [
				undefined,
				null,
				true,
				'yes',
				{},
				{ supported: 'true' },
				{ supported: 1 },
				[],
			];
			for (const steering of odd) {
				const { agent, wire } = await connect({ _meta: { steering } });
				assert.equal(agent.capabilities.steering, false, JSON.stringify(steering));
				assert.equal(await refusal(agent.steer('s1', hi)), 'unsupported');
				assert.deepEqual(
					wire.sent.filter(({ method }) => method === steer),
					[],
				);
			}
			assert.equal((await connect({ agentCapabilities: offered })).agent.capabilities.steering, false);
			assert.equal((await connect({ _meta: null })).agent.capabilities.steering, false);
		});

		it('reads every answer, and takes one that it does not know for no word', async () => {
			const answers: readonly [unknown, string][] = [
				[{ outcome: 'injected' }, 'injected'],
				[{ outcome: 'promptRequired', reason: 'noRunningTurn' }, 'required'],
				[{ outcome: 'startedNewTurn' }, 'began'],
				[{ outcome: 'queued' }, 'unknown'],
				[{ outcome: 7 }, 'unknown'],
				[{ outcome: '__proto__' }, 'unknown'],
				[{}, 'unknown'],
				[null, 'unknown'],
				['injected', 'unknown'],
			];
			const { agent, wire } = await connect(offered);
			for (const [answer, read] of answers) {
				wire.answers.set(steer, () => answer);
				assert.equal(await agent.steer('s1', hi), read, JSON.stringify(answer));
			}
		});

		it('fails where the agent says that it failed, or answers an error', async () => {
			const { agent, wire } = await connect(offered);
			wire.answers.set(steer, () => ({ outcome: 'failed' }));
			assert.equal(await refusal(agent.steer('s1', hi)), 'refused');
			wire.answers.set(steer, answerError(-32603, 'Internal error', { details: 'It has ended.' }));
			await assert.rejects(
				agent.steer('s1', hi),
				(error) => AgentError.is(error, 'answered') && error.message === 'It has ended.',
			);
		});

		it('holds only what the agent takes, as any prompt [acp C48]', async () => {
			const { agent, wire } = await connect(offered);
			wire.answers.set(steer, () => ({ outcome: 'injected' }));
			assert.equal(await refusal(agent.steer('s1', [image])), 'unsupported');
			await agent.steer('s1', [file]);
			const sent = JSON.stringify(wire.sent.at(-1)?.params);
			assert.ok(!sent.includes('"resource"'), 'a file becomes what the agent takes');
		});
	});

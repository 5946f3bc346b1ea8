import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { negotiate } from '../../../../src/core/acp/negotiate.ts';
import { noCapabilities } from '../../../../src/core/session/model/capabilities.ts';
import { MemoryWire } from './memoryWire.ts';
import { negotiateOptions } from './negotiateOptions.ts';
import { clientInfo, connected } from './support.ts';

/** Every agent of version 1 has conversations and takes tool servers that are programs. */
const leastCapabilities = { ...noCapabilities, sessions: true, mcpStdio: true };

/** What connecting fails with when the agent answers `initialize` this way. */
async function failure(answer: () => unknown): Promise<AgentError & { wire: MemoryWire }> {
	const wire = new MemoryWire();
	wire.answers.set('initialize', answer);
	try {
		await negotiate(wire, negotiateOptions(), 1);
	} catch (error) {
		assert.ok(AgentError.is(error));
		return Object.assign(error, { wire });
	}
	throw new Error('it connected');
}

describe('initialize', () => {
	it('says version, name and what we serve, extensions only in _meta [acp C16] [acp C17] [acp C22] [acp C23]', async () => {
		const { wire } = await connected();
		assert.deepEqual(wire.sent, [
			{
				method: 'initialize',
				params: {
					protocolVersion: 1,
					clientInfo,
					clientCapabilities: {
						fs: { readTextFile: true, writeTextFile: true },
						terminal: true,
						session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
						auth: { terminal: true },
						elicitation: { form: {}, url: {} },
						_meta: { terminal_output: true, terminal_output_delta: true, 'terminal-auth': true },
					},
				},
			},
		]);
	});

	it('counts everything the agent leaves out as not there [acp C20]', async () => {
		assert.deepEqual((await connected()).agent.capabilities, leastCapabilities);
		assert.deepEqual((await connected({ agentCapabilities: 'lots' })).agent.capabilities, leastCapabilities);
		const { agent } = await connected({
			agentCapabilities: {
				loadSession: true,
				promptCapabilities: { image: true, audio: 'yes', embeddedContext: true },
			},
			agentInfo: { name: 'fake', version: '2', title: null },
			authMethods: [{ bad: 1 }],
		});
		assert.deepEqual(agent.capabilities, {
			...leastCapabilities,
			loadSession: true,
			promptImage: true,
			promptAudio: false,
			promptEmbeddedContext: true,
		});
		assert.deepEqual(agent.info, { name: 'fake', version: '2' });
	});

	it('refuses an answer it cannot read', async () => {
		for (const answer of [
			null,
			undefined,
			'hello',
			[],
			{},
			{ protocolVersion: '1' },
			{ protocolVersion: -1 },
			{ protocolVersion: 1.5 },
		]) {
			const error = await failure(() => answer);
			assert.equal(error.reason, 'protocol', JSON.stringify(answer));
			assert.match(error.message, /cannot be read/u);
			assert.equal(error.wire.isListening, false);
		}
	});

	it('passes on why the wire failed, and stops listening', async () => {
		const error = await failure(() => {
			throw new AgentError('exited', 'The agent exited');
		});
		assert.equal(error.reason, 'exited');
		assert.equal(error.wire.isListening, false);
	});

	it('tells the reason that hides in the data of an error', async () => {
		const messageFor = async (data: unknown): Promise<string> => {
			const error = await failure(() => {
				throw new AgentError('answered', 'Internal error', { code: -32603, data });
			});
			assert.equal(error.code, -32603);
			return error.message;
		};
		assert.equal(await messageFor({ details: 'no key', message: 'm' }), 'no key');
		assert.equal(await messageFor({ details: '', message: 'm' }), 'm');
		assert.equal(await messageFor('plain'), 'plain');
		assert.equal(await messageFor({ details: { nested: 1 } }), 'Internal error');
		assert.equal(await messageFor(undefined), 'Internal error');
	});
});

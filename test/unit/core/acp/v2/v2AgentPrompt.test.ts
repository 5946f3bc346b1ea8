/** Prompts of version 2, in the three shapes that the draft has had, and what stops work. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { ConfigOption } from '../../../../../src/core/session/model/config.ts';
import type { Content } from '../../../../../src/core/session/model/content.ts';
import type { PromptAnswer } from '../../../../../src/core/session/model/agentPort.ts';
import { everyCapabilityV2 } from '../../../../agents/everyCapability.ts';
import { answerError, attachedV2, refusal, sentBy } from './supportV2.ts';

const hi: readonly Content[] = [{ type: 'text', text: 'hi' }];
const file: Content = { type: 'resource', uri: 'file:///work/a.ts', text: 'let a' };
const link: Content = { type: 'resource_link', uri: 'file:///work/b.ts', name: 'b.ts' };
const image: Content = { type: 'image', mimeType: 'image/png', data: 'aGk=' };
const audio: Content = { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' };

const ended = (reason: string, name?: string): PromptAnswer =>
	({ type: 'ended', end: { reason, ...(name === undefined ? {} : { name }) } }) as PromptAnswer;

/** Every answer that any draft, or a careless agent, may give. */
const answers: readonly [shape: string, answer: unknown, read: PromptAnswer][] = [
	['A', { stopReason: 'end_turn' }, ended('end_turn')],
	['A', { stopReason: 'cancelled' }, ended('cancelled')],
	['A', { stopReason: '_bored' }, ended('other', '_bored')],
	['A, malformed', { stopReason: 5 }, ended('not_reported')],
	['B', {}, { type: 'taken' }],
	['B, with nulls', { messageId: null, stopReason: null }, { type: 'taken' }],
	['C', { messageId: 'm1' }, { type: 'taken', messageId: 'm1' }],
	['C, malformed', { messageId: 7 }, { type: 'taken' }],
	['none', null, { type: 'taken' }],
	['no object', 'ok', { type: 'taken' }],
];

describe('a prompt in version 2', () => {
	for (const [shape, answer, read] of answers) {
		it(`is answered ${JSON.stringify(answer)} in shape ${shape} [acp C228] [acp C229]`, async () => {
			const { agent, wire } = await attachedV2();
			wire.answers.set('session/prompt', () => answer);
			assert.deepEqual(await agent.prompt('s1', hi), read);
		});
	}

	it('that ends for a reason that is none ends all the same, for none that is reported [acp C235]', async () => {
		for (const stopReason of [5, {}, ['end_turn'], true]) {
			const { agent, wire } = await attachedV2();
			wire.answers.set('session/prompt', () => ({ stopReason, messageId: null }));
			assert.deepEqual(await agent.prompt('s1', hi), ended('not_reported'));
		}
	});

	it('is never empty [acp C226]', async () => {
		const { agent, wire } = await attachedV2();
		assert.equal(await refusal(agent.prompt('s1', [])), 'unsupported');
		assert.deepEqual(wire.sent, []);
	});

	it('holds what the agent takes, each kind with its own capability [acp C227]', async () => {
		const kinds: readonly [capability: string, content: Content, sent: unknown, fallback: unknown][] = [
			['image', image, { ...image }, undefined],
			['audio', audio, { ...audio }, undefined],
			[
				'embeddedContext',
				file,
				{ type: 'resource', resource: { uri: 'file:///work/a.ts', text: 'let a' } },
				{ type: 'resource_link', uri: 'file:///work/a.ts', name: 'a.ts' },
			],
		];
		for (const [capability, content, sent, fallback] of kinds) {
			for (const value of [{}, null, true]) {
				const session = { prompt: { [capability]: value } };
				const connection = await attachedV2({ answer: { capabilities: { session } } });
				const isOffered = value !== null && value !== true;
				const expected = isOffered ? sent : fallback;
				const call = connection.agent.prompt('s1', [content, link]);
				assert.equal(await refusal(call), expected === undefined ? 'unsupported' : undefined);
				assert.deepEqual(
					sentBy(connection, 'session/prompt'),
					expected === undefined ? [] : [{ sessionId: 's1', prompt: [expected, link] }],
				);
			}
		}
	});

	it('that the agent refuses has not been sent, for the reason that it gives [acp C232]', async () => {
		for (const [code, data] of [
			[-32602, { details: 'Too long' }],
			[-32603, 'Too long'],
			[-32000, { message: 'Too long', more: 1 }],
		] as const) {
			const { agent, wire } = await attachedV2();
			wire.answers.set('session/prompt', answerError(code, 'Internal error', data));
			await assert.rejects(agent.prompt('s1', hi), (error) => {
				assert.ok(AgentError.is(error, 'refused'));
				assert.deepEqual([error.code, error.message, error.data], [code, 'Too long', data]);
				return true;
			});
		}
	});

	it('comes back when the agent agrees to give it back, whoever asked [acp C231]', async () => {
		const { agent, wire } = await attachedV2();
		const withdrawn: readonly (() => never)[] = [
			answerError(-32800, 'Request cancelled'),
			() => {
				throw new AgentError('cancelled', 'Request cancelled', { code: -32800 });
			},
			// Given up before it was sent.
			() => {
				throw new AgentError('cancelled', 'session/prompt was cancelled before it was sent');
			},
		];
		for (const answer of withdrawn) {
			wire.answers.set('session/prompt', answer);
			await assert.rejects(agent.prompt('s1', hi), (error) => {
				assert.ok(AgentError.is(error, 'refused'));
				assert.equal(error.code, -32800);
				return true;
			});
		}
	});

	it('that nobody answered is not said to be refused', async () => {
		const { agent, wire } = await attachedV2();
		for (const reason of ['exited', 'tooLarge', 'notReading'] as const) {
			wire.answers.set('session/prompt', () => {
				throw new AgentError(reason, 'Gone');
			});
			assert.equal(await refusal(agent.prompt('s1', hi)), reason);
		}
	});
});

describe('stopping in version 2', () => {
	it('is one notification, whether the agent works or not, and ends nothing by itself [acp C238]', async () => {
		const { agent, wire } = await attachedV2();
		agent.cancel('s1');
		let answer: (value: unknown) => void = () => undefined;
		wire.answers.set('session/prompt', () => new Promise((resolve) => (answer = resolve)));
		const prompt = agent.prompt('s1', hi);
		agent.cancel('s1');
		const cancel = { method: 'session/cancel', params: { sessionId: 's1' } };
		assert.deepEqual([wire.sent[0], wire.sent[2]], [cancel, cancel]);
		answer({ messageId: 'm1' });
		assert.deepEqual(await prompt, { type: 'taken', messageId: 'm1' });
	});

	it('asks for one call or one terminal; any answer says that the agent will try, no more [acp C261]', async () => {
		const { agent, wire, target } = await attachedV2();
		for (const answer of [{}, null, { status: 'cancelled' }]) {
			wire.sent.length = 0;
			wire.answers.set('tool_call/cancel', () => answer).set('terminal/cancel', () => answer);
			assert.equal(await agent.cancelToolCall('s1', 'c1'), undefined);
			assert.equal(await agent.cancelTerminal('s1', 't1'), undefined);
			assert.deepEqual(wire.sent, [
				{ method: 'tool_call/cancel', params: { sessionId: 's1', toolCallId: 'c1' } },
				{ method: 'terminal/cancel', params: { sessionId: 's1', terminalId: 't1' } },
			]);
		}
		assert.deepEqual(target.events, []);
	});

	it('of what is over already fails with what the agent says [acp C259] [acp C260]', async () => {
		const { agent, wire } = await attachedV2();
		const over = answerError(-32602, 'Invalid params', { details: 'It is over' });
		wire.answers.set('tool_call/cancel', over).set('terminal/cancel', over);
		await assert.rejects(agent.cancelToolCall('s1', 'c1'), /It is over/u);
		await assert.rejects(agent.cancelTerminal('s1', 't1'), /It is over/u);
	});
});

describe('choosing in version 2', () => {
	const option: ConfigOption = {
		id: 'x',
		name: 'X',
		via: 'option',
		type: 'select',
		current: 'a',
		groups: [],
	};

	it('always says of what type the value is', async () => {
		const connection = await attachedV2({ answer: { capabilities: everyCapabilityV2 } });
		const { agent, wire } = connection;
		const configOptions = [{ type: 'boolean', configId: 'on', name: 'On', currentValue: true }];
		wire.answers.set('session/set_config_option', () => ({ configOptions }));
		const offered = await agent.setOption('s1', option, 'b');
		assert.deepEqual(
			offered.configOptions?.map(({ id, type, current }) => [id, type, current]),
			[['on', 'boolean', true]],
		);
		wire.answers.set('session/set_config_option', () => null);
		const boolean: ConfigOption = { id: 'on', name: 'On', via: 'option', type: 'boolean', current: true };
		assert.deepEqual(await agent.setOption('s1', boolean, false), {});
		assert.deepEqual(sentBy(connection, 'session/set_config_option'), [
			{ sessionId: 's1', configId: 'x', type: 'id', value: 'b' },
			{ sessionId: 's1', configId: 'on', type: 'boolean', value: false },
		]);
	});
});

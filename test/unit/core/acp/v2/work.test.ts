import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Codec, decode } from './codec.ts';

describe('the state of an agent', () => {
	it('is running, waits for the user, or is idle', () => {
		assert.deepEqual(decode('state_update', { state: 'running' }), [
			{ type: 'work', work: { type: 'running' } },
		]);
		assert.deepEqual(decode('state_update', { state: 'requires_action' }), [
			{ type: 'work', work: { type: 'requires_action' } },
		]);
		assert.deepEqual(decode('state_update', { state: 'idle', stopReason: 'end_turn' }), [
			{ type: 'work', work: { type: 'idle' }, end: { reason: 'end_turn' } },
		]);
	});

	it('is not idle when nobody knows it, whoever named it [acp C209] [acp C233] [acp C277]', () => {
		for (const name of ['unknown', '_waiting', 'zzz', 'none', 'other', '']) {
			assert.deepEqual(decode('state_update', { state: name, stopReason: 'end_turn' }), [
				{ type: 'work', work: { type: 'other', name } },
			]);
		}
	});

	it('that is no word at all is ignored and logged', () => {
		const codec = new Codec();
		for (const state of [undefined, null, 5, {}]) {
			assert.deepEqual(codec.update('state_update', state === undefined ? {} : { state }), []);
		}
		assert.equal(codec.logged.length, 1);
	});
});

describe('the end of work', () => {
	const endOf = (fields: object): unknown => {
		const [event] = decode('state_update', { state: 'idle', ...fields });
		assert.equal(event?.type, 'work');
		return event.end;
	};

	it('has a reason that we know, or one by its name [acp C211]', () => {
		for (const reason of ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled']) {
			assert.deepEqual(endOf({ stopReason: reason }), { reason });
		}
		for (const name of ['_budget', 'lunch', 'other', 'not_reported']) {
			assert.deepEqual(endOf({ stopReason: name }), { reason: 'other', name });
		}
	});

	it('is not reported when the reason is omitted, null or malformed [acp C235]', () => {
		assert.deepEqual(endOf({}), { reason: 'not_reported' });
		for (const stopReason of [null, 5, {}, ['end_turn']]) {
			assert.deepEqual(endOf({ stopReason }), { reason: 'not_reported' });
		}
	});

	it('by an error says what a person can read of it [acp C232]', () => {
		const failed = (error: unknown): unknown => endOf({ stopReason: 'error', error });
		const quota = { code: -32000, message: 'Quota exceeded' };
		assert.deepEqual(failed(quota), { reason: 'error', message: 'Quota exceeded' });
		assert.deepEqual(failed({ ...quota, message: 'Internal error', data: { details: 'No key' } }), {
			reason: 'error',
			message: 'No key',
		});
		for (const error of [undefined, null, 5, {}, { message: 7 }, { message: '  ' }]) {
			assert.deepEqual(failed(error), { reason: 'error' });
		}
		// An error beside another reason is none.
		assert.deepEqual(endOf({ stopReason: 'end_turn', error: quota }), { reason: 'end_turn' });
	});
});

describe('what runs in the background', () => {
	const backgroundOf = (fields: object, state = 'idle'): unknown => {
		const [event] = decode('state_update', { state, ...fields });
		assert.equal(event?.type, 'work');
		return event.background;
	};

	it('is a list of things that the agent has named, in every state [acp C243]', () => {
		const background = [
			{ type: 'terminal', terminalId: 't1' },
			{ type: 'tool_call', toolCallId: 'c1' },
			{ type: 'subagent', sessionId: 's2' },
		];
		for (const state of ['idle', 'running', 'requires_action', 'unknown', '_x']) {
			assert.deepEqual(backgroundOf({ background }, state), background);
		}
	});

	it('counts things that nobody knows as running [acp C211] [acp C243]', () => {
		assert.deepEqual(backgroundOf({ background: [{ type: 'zzz', id: 1 }, { type: '_timer' }] }), [
			{ type: 'other', kind: 'zzz' },
			{ type: 'other', kind: '_timer' },
		]);
	});

	it('is nothing only when the agent says so: no list, or a malformed one, says nothing [acp C244]', () => {
		assert.deepEqual(backgroundOf({ background: [] }), []);
		for (const background of [
			null,
			'x',
			{},
			[5],
			[{ type: 'terminal' }],
			[{ type: 'terminal', terminalId: 1 }, { type: 'zzz' }],
		]) {
			assert.equal(backgroundOf({ background }), undefined);
		}
		assert.equal(backgroundOf({}), undefined);
	});
});

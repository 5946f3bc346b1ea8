/** What agents tell in `_meta` of requests that they send again, and of what is left of the user's quota. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import type { AttemptPatch } from '../../../../src/core/session/model/attempts.ts';
import type { QuotaWindow } from '../../../../src/core/session/model/quota.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { play, prompt } from '../session/driver/play.ts';
import { eventsOf } from './support.ts';

const codex = (error: object): object => ({
	sessionUpdate: 'session_info_update',
	_meta: { codex: { error } },
});
const claude = (subagentRetry: unknown): object => ({
	sessionUpdate: 'tool_call_update',
	toolCallId: 't1',
	_meta: { claudeCode: { toolName: 'Agent', toolResponse: { elapsedTimeSeconds: 3, subagentRetry } } },
});
const beat = (toolResponse: object): object => ({
	sessionUpdate: 'tool_call_update',
	toolCallId: 't1',
	_meta: { claudeCode: { toolName: 'Agent', toolResponse } },
});
const usage = (rateLimit: unknown): object => ({
	sessionUpdate: 'usage_update',
	used: 45_196,
	size: 200_000,
	_meta: { '_claude/rateLimit': rateLimit, '_claude/model': 'opus' },
});

async function attemptsOf(update: object): Promise<AttemptPatch[]> {
	return (await eventsOf(update)).flatMap((event) => (event.type === 'attempt' ? [event.attempt] : []));
}

async function windowsOf(rateLimit: unknown): Promise<readonly QuotaWindow[]> {
	const events = await eventsOf(usage(rateLimit));
	assert.equal(events[0]?.type, 'usage', 'the tokens count in any case');
	return events.flatMap((event) => (event.type === 'quota' ? event.windows : []));
}

describe('a request that codex sends again', () => {
	const error = {
		message: 'Reconnecting... 2/5',
		codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: null } },
		additionalDetails: 'stream disconnected',
		willRetry: true,
	};

	it('is an attempt at the work of the turn', async () => {
		assert.deepEqual(await attemptsOf(codex(error)), [
			{ state: 'waiting', number: 2, of: 5, cause: 'network', message: 'stream disconnected' },
		]);
	});

	it('has the cause that its service answered with', async () => {
		const causeOf = async (codexErrorInfo: unknown): Promise<unknown> =>
			(await attemptsOf(codex({ ...error, codexErrorInfo })))[0]?.cause;
		assert.equal(await causeOf({ responseStreamConnectionFailed: { httpStatusCode: 429 } }), 'rate_limit');
		assert.equal(await causeOf({ httpConnectionFailed: { httpStatusCode: 503 } }), 'server_error');
		assert.equal(await causeOf('serverOverloaded'), 'overloaded');
		for (const odd of ['toString', {}, [], null, 7, { __proto__: null, constructor: 1 }])
			assert.equal(await causeOf(odd), 'other');
	});

	it('is none when it is the last, or has another shape', async () => {
		assert.deepEqual(await attemptsOf(codex({ ...error, willRetry: false })), []);
		for (const odd of [[], { willRetry: 'true' }, { willRetry: 1 }])
			assert.deepEqual(await attemptsOf(codex(odd)), []);
		assert.deepEqual(await attemptsOf(codex({ willRetry: true })), [{ state: 'waiting', cause: 'other' }]);
	});
});

describe('a request that a subagent of claude sends again', () => {
	const retry = {
		agent_id: 'a1',
		attempt: 2,
		max_retries: 10,
		retry_delay_ms: 4_000,
		error_status: 429,
		error_category: 'rate_limit',
	};

	it('is an attempt at the call that runs it, with its time', async () => {
		const update = claude(retry);
		assert.deepEqual(await attemptsOf(update), [
			{ state: 'waiting', number: 2, of: 10, nextInMs: 4_000, cause: 'rate_limit' },
		]);
		const call: AgentEvent = { type: 'tool_call', toolCallId: 't1', fields: { status: 'in_progress' } };
		const { entries } = play(prompt('go'), call, ...(await eventsOf(update)), ...(await eventsOf(update)));
		const shown = entries.find((entry) => entry.type === 'tool_call');
		assert.equal(shown?.attempts?.nextAt, 1003 + 4_000, 'a second word does not put it off');
	});

	it('says whether there was an answer at all', async () => {
		const causeOf = async (fields: object): Promise<unknown> =>
			(await attemptsOf(claude({ ...retry, ...fields })))[0]?.cause;
		assert.equal(await causeOf({ error_status: null }), 'network');
		assert.equal(await causeOf({ error_category: 'toString', error_status: 529 }), 'overloaded');
		assert.equal(await causeOf({ error_category: 'new', error_status: 400 }), 'other');
	});

	it('has come through when a beat of the call says nothing of it', async () => {
		assert.deepEqual(await attemptsOf(beat({ subagentType: 'general-purpose' })), [{ state: 'recovered' }]);
		assert.deepEqual(await attemptsOf(beat({})), []);
		const { changes } = play(...(await eventsOf(beat({ subagentType: 'x' }))));
		const without = play(...(await eventsOf(beat({}))));
		assert.equal(changes.length, without.changes.length, 'where nothing was tried, that is no news');
	});

	it('is none without a number', async () => {
		for (const odd of [null, [], 'no', {}, { attempt: '2' }])
			assert.deepEqual(await attemptsOf(claude(odd)), []);
	});
});

describe('the quota that claude tells of', () => {
	it('is all of its windows, the one that counts with its warning', async () => {
		const windows = await windowsOf({
			status: 'allowed_warning',
			resetsAt: 1_790_982_000,
			rateLimitType: 'seven_day',
			utilization: 0.86,
			isUsingOverage: false,
			surpassedThreshold: 0.75,
			unifiedWindows: {
				five_hour: { utilization: 0.07, resetsAt: 1_790_569_200 },
				seven_day: { utilization: 0.86, resetsAt: 1_790_982_000 },
				seven_day_opus: { utilization: 0.5, resetsAt: 1_790_982_000 },
			},
		});
		assert.deepEqual(windows, [
			{ id: 'five_hour', hours: 5, used: 0.07, resetsAt: 1_790_569_200_000 },
			{ id: 'seven_day', hours: 168, used: 0.86, resetsAt: 1_790_982_000_000, warning: 'near' },
			{ id: 'seven_day_opus', hours: 168, label: 'Opus', used: 0.5, resetsAt: 1_790_982_000_000 },
		]);
	});

	it('is the window that counts where the agent names no other', async () => {
		assert.deepEqual(
			await windowsOf({ status: 'rejected', rateLimitType: 'five_hour', resetsAt: 1_790_569_200 }),
			[{ id: 'five_hour', hours: 5, resetsAt: 1_790_569_200_000, warning: 'reached' }],
		);
		assert.deepEqual(await windowsOf({ status: 'allowed', rateLimitType: 'ten_moons', utilization: 0.2 }), [
			{ id: 'ten_moons', label: 'ten moons', used: 0.2 },
		]);
	});

	it('is nothing where there is nothing to tell', async () => {
		for (const odd of [null, [], 'all', 7, {}, { status: 'allowed' }, { rateLimitType: 'five_hour' }])
			assert.deepEqual(await windowsOf(odd), []);
	});

	it('has no numbers that make no sense, and no more windows and words than are shown', async () => {
		const numbers = [-1, 11, Number.NaN, Number.POSITIVE_INFINITY, '0.5', null];
		for (const utilization of numbers)
			assert.deepEqual(await windowsOf({ unifiedWindows: { five_hour: { utilization } } }), []);
		for (const resetsAt of [0, -5, 9e15, Number.NaN, '1790569200'])
			assert.deepEqual(await windowsOf({ unifiedWindows: { five_hour: { resetsAt } } }), []);
		const many = Object.fromEntries(
			Array.from({ length: 100 }, (_, at) => [`${at}${'x'.repeat(1_000)}`, { utilization: 0.5 }]),
		);
		const windows = await windowsOf({ unifiedWindows: { ...many } });
		assert.equal(windows.length, limits.quotaWindows);
		for (const { id, label = '' } of windows)
			assert.ok(id.length <= limits.quotaLabelChars && label.length <= limits.quotaLabelChars);
		const { state } = play(
			{ type: 'quota', windows: windows.slice(0, 5) },
			{ type: 'quota', windows: windows.slice(3) },
		);
		assert.equal(state.quota.length, limits.quotaWindows);
	});

	it('stays for the windows that are not told again, and goes with a login', () => {
		const [five, week]: QuotaWindow[] = [
			{ id: 'five_hour', hours: 5, used: 0.1 },
			{ id: 'seven_day', hours: 168, used: 0.2 },
		];
		assert.ok(five !== undefined && week !== undefined);
		const told = play(
			{ type: 'quota', windows: [five, week] },
			{ type: 'quota', windows: [{ ...five, used: 0.9 }] },
		);
		assert.deepEqual(told.state.quota, [{ ...five, used: 0.9 }, week]);
		const login = { type: 'login_required', reason: 'gone', methods: [] } as const;
		assert.deepEqual(
			play({ type: 'quota', windows: [five] }, { type: 'agent_state', agent: login }).state.quota,
			[],
		);
	});
});

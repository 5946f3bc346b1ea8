/** An agent that asks and asks: what waits for the user is bounded, and what is more is answered at once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../../../../src/core/base/errors.ts';
import * as limits from '../../../../../src/core/base/limits.ts';
import type { PermissionRequest } from '../../../../../src/core/session/model/permission.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { settle } from './transcript.ts';

const options = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }] as const;
const request = (n: number): PermissionRequest => ({
	title: `Run ${n}`,
	subject: { type: 'command', command: `run ${n}` },
	options,
});
const isRefused = (error: unknown): boolean =>
	ServiceError.is(error) && error.reason === 'failed' && /at most 1000 at a time/u.test(error.message);

describe('an agent that asks without end', () => {
	it('has so many permissions waiting, and the next is refused until one is answered [hazard C2] [hazard A6]', async () => {
		assert.equal(limits.openRequests, 1_000);
		const { session, agent } = openFakeSession();
		await session.start();
		const waiting = Array.from({ length: limits.openRequests }, (_none, n) => agent.ask(request(n)));
		for (let n = 0; n < 5_000; n++) await assert.rejects(agent.ask(request(n)), isRefused);
		assert.equal(session.state.pendingPermissions.length, limits.openRequests);
		session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'yes');
		assert.deepEqual(await waiting[0], { type: 'selected', optionId: 'yes' });
		void agent.ask(request(0));
		await settle();
		assert.equal(session.state.pendingPermissions.length, limits.openRequests);
	});

	it('is told the same for its questions, and when the host asks for it', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		const ask = (): Promise<unknown> =>
			agent
				.target()
				.elicitations.ask(
					{ message: 'Which?', mode: { type: 'form', fields: [] } },
					new AbortController().signal,
				);
		for (let n = 0; n < limits.openRequests; n++) void ask();
		await assert.rejects(async () => ask(), isRefused);
		for (let n = 0; n < limits.openRequests; n++) void session.ask(request(n));
		await assert.rejects(session.ask(request(0)), isRefused);
		assert.equal(session.state.pendingElicitations.length, limits.openRequests);
	});
});

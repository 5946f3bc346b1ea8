/** Agents that exit while we write, or right after they wrote: nothing is lost, nothing is left pending. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../src/core/base/errors.ts';
import { sized } from '../tools/sized.ts';
import { collectChunks, isInOrder, openSession } from '../unit/node/chunks.ts';
import { inTurns, startFake } from '../unit/node/support.ts';

const runs = sized(100, 20);

it(`[hazard B8] what was written before the exit is handed out before the connection ends, ${runs} of ${runs} times`, async () => {
	const steps = [{ flood: { count: 10_000 } }, { respond: { stopReason: 'end_turn' } }, { die: { code: 0 } }];
	await inTurns(runs, 4, async () => {
		const agent = await startFake({ on: { 'session/prompt': steps } });
		const sessionId = await openSession(agent);
		const chunks = collectChunks(agent);
		const answer = await agent.connection.request('session/prompt', { sessionId, prompt: [] });
		assert.deepEqual(answer, { stopReason: 'end_turn' });
		assert.equal(chunks.length, 10_000);
		assert.ok(isInOrder(chunks));
		await agent.process.exited;
	});
});

describe('[hazard A9] an agent that exits between any two of our writes', () => {
	it(`causes no unhandled rejection and leaves nothing pending, ${runs} runs`, async () => {
		await inTurns(runs, 8, async (run) => {
			const agent = await startFake({ on: { [`_write#${(run % 10) + 1}`]: [{ die: { code: 0 } }] } });
			const answers: Promise<unknown>[] = [];
			for (let n = 0; n < 10; n++) {
				answers.push(agent.connection.request('_write', { n }).catch((error: unknown) => error));
				agent.connection.notify('_note', { n });
				if (run % 2 === 0) await new Promise((resolve) => setTimeout(resolve, run % 20));
			}
			const results = await Promise.all(answers);
			assert.ok(results.every((result) => AgentError.is(result)));
			assert.ok(results.some((result) => AgentError.is(result, 'exited')));
			agent.connection.notify('_late', {});
			await agent.process.exited;
		});
	});
});

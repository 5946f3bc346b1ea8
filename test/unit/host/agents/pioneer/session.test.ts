/** A whole session with a Pioneer gateway over a socket: the gateway is a strict one of ours (test/agents). */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { AgentError } from '../../../../../src/core/base/errors.ts';
import { PioneerGateway, probes } from '../../../../agents/pioneerGateway.ts';
import { until } from '../../../node/support.ts';
import { shown, start } from './pioneerSession.ts';

const token = randomUUID();

const answered = (prompt: string): readonly string[] => [
	`user: ${prompt}`,
	'thought: think',
	'call: npm test, completed, "ok\\n"',
	'agent: All green.',
];

describe('A session with a Pioneer gateway', () => {
	let gateway: PioneerGateway;
	before(async () => {
		gateway = await PioneerGateway.start({ token });
	});
	after(() => gateway.close());

	it('answers a prompt as any agent does, and another one after it', async () => {
		const started = await start(gateway.url, { bearer: token });
		await started.say('Run the tests');
		await started.say('Again');
		assert.deepEqual(shown(started), [...answered('Run the tests'), ...answered('Again')]);
		await started.close();
	});

	it('stops a turn', async () => {
		const started = await start(gateway.url, { bearer: token });
		const turn = started.say('slow');
		await until(() => shown(started).includes('thought: think'), 10_000, 'no thought');
		started.session.stop();
		await turn;
		assert.equal(started.session.state.lastEnd?.reason, 'cancelled');
		await started.close();
	});

	it('says in the words of the gateway why a turn failed', async () => {
		const started = await start(gateway.url, { bearer: token });
		await started.say('fail');
		assert.equal(started.session.state.lastEnd?.message, 'the model is gone');
		await started.close();
	});

	it('is the same when it is loaded, told by its history, turn by turn', async () => {
		const first = await start(gateway.url, { bearer: token });
		await first.say('Run the tests');
		await first.say('Again');
		const { sessionId } = first.session.state;
		await first.close();
		const second = await start(gateway.url, { bearer: token, sessionId });
		const before = [...answered('Run the tests'), ...answered('Again')];
		assert.deepEqual(shown(second), before);
		await second.say('Once more');
		assert.deepEqual(shown(second), [...before, ...answered('Once more')]);
		await second.close();
	});

	it('does not begin without the token', async () => {
		await assert.rejects(start(gateway.url, { bearer: 'wrong' }), (error: AgentError) => error.code === 401);
	});

	it('was spoken to in no way that the gateway refuses', () => {
		assert.ok(gateway.heard.some(({ method }) => method === 'turn/start'));
		assert.deepEqual(
			gateway.refused.filter(({ method }) => !probes.has(method)),
			[],
		);
	});
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCapabilities, hostCapabilities } from './capabilities.ts';
import { startDemo, together, workspace } from './fixture.ts';

const capabilities = hostCapabilities;

describe('demo elicitation', together, () => {
	it('asks with every kind of field and repeats the answer', async (t) => {
		const content = { name: 'my-project', people: 4, isPublic: false, extras: ['tests', 'ci'] };
		const peer = startDemo(t, { capabilities, onElicitation: () => ({ action: 'accept', content }) });
		const sessionId = await peer.newSession(await workspace(t));
		assert.equal(await peer.prompt(sessionId, '/ask'), 'end_turn');
		const [request] = peer.elicitations;
		assert.ok(request?.mode === 'form' && 'requestedSchema' in request);
		const schema = request.requestedSchema as { properties: Record<string, Record<string, unknown>> };
		const kinds = Object.values(schema.properties).map((property) => {
			const choices = property['oneOf'] ?? property['enum'];
			return Array.isArray(choices)
				? `choice of ${choices.length}`
				: String(property['format'] ?? property['type']);
		});
		assert.deepEqual(kinds, [
			'string',
			'email',
			'number',
			'integer',
			'boolean',
			'choice of 3',
			'choice of 8',
			'array',
		]);
		assert.ok('sessionId' in request && request.sessionId === sessionId);
		assert.deepEqual(JSON.parse(/json\n([^]*)\n````/.exec(peer.said)?.[1] ?? ''), content);
	});

	for (const [action, words] of [
		['decline', /rather not say/],
		['cancel', /closed the form/],
	] as const) {
		it(`goes on after the answer "${action}"`, async (t) => {
			const peer = startDemo(t, { capabilities, onElicitation: () => ({ action }) });
			const session = await peer.newSession(await workspace(t));
			assert.equal(await peer.prompt(session, '/ask'), 'end_turn');
			assert.match(peer.said, words);
		});
	}

	it('takes its question back when the turn is cancelled', async (t) => {
		const peer = startDemo(t, { capabilities });
		const session = await peer.newSession(await workspace(t));
		const turn = peer.prompt(session, '/ask');
		await peer.until(() => peer.elicitations.length === 1);
		await peer.cancel(session);
		assert.equal(await turn, 'cancelled');
		await peer.until(() => peer.elicitationEnds.length > 0);
		assert.deepEqual(peer.elicitationEnds, ['withdrawn']);
	});

	it('opens the page of the protocol and says when that is done', async (t) => {
		const peer = startDemo(t, { capabilities, onElicitation: () => ({ action: 'accept' }) });
		const session = await peer.newSession(await workspace(t));
		assert.equal(await peer.prompt(session, '/visit'), 'end_turn');
		const [request] = peer.elicitations;
		assert.ok(request?.mode === 'url' && 'url' in request);
		assert.equal(request.url, 'https://agentclientprotocol.com');
		assert.deepEqual(peer.elicitationEnds, [request.elicitationId]);
		assert.match(peer.said, /been there/);
	});

	it('completes nothing when the page was not opened', async (t) => {
		const peer = startDemo(t, { capabilities, onElicitation: () => ({ action: 'decline' }) });
		assert.equal(await peer.prompt(await peer.newSession(await workspace(t)), '/visit'), 'end_turn');
		assert.deepEqual(peer.elicitationEnds, []);
		assert.match(peer.said, /did not open/);
	});

	it('asks nothing of a client that answers no such questions [acp C20]', async (t) => {
		const peer = startDemo(t, { capabilities: allCapabilities });
		const session = await peer.newSession(await workspace(t));
		assert.equal(await peer.prompt(session, '/ask'), 'end_turn');
		assert.equal(await peer.prompt(session, '/visit'), 'end_turn');
		assert.deepEqual(peer.elicitations, []);
		assert.match(peer.said, /does not show forms.*does not open pages/s);
	});
});

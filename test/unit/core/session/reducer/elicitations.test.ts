import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { ElicitationRequest } from '../../../../../src/core/session/model/elicitation.ts';
import type { ElicitationEntry, Entry } from '../../../../../src/core/session/model/entry.ts';
import { openFakeSession } from '../driver/fakeAgentPort.ts';
import { text } from '../driver/play.ts';

const signal = (): AbortSignal => new AbortController().signal;
const form: ElicitationRequest = {
	message: 'Which?',
	mode: { type: 'form', fields: [{ type: 'text', name: 'a', isRequired: false }] },
};
const visit = (elicitationId: string): ElicitationRequest => ({
	message: 'Log in',
	mode: { type: 'url', elicitationId, url: 'https://example.com' },
});

async function running(): Promise<ReturnType<typeof openFakeSession> & { done: Promise<unknown> }> {
	const opened = openFakeSession();
	const done = opened.session.prompt([text('hi')]);
	await opened.agent.prompted();
	return { ...opened, done };
}

const questions = (entries: Iterable<Entry>): ElicitationEntry[] =>
	[...entries].filter((entry) => entry.type === 'elicitation');

describe('a pending question', () => {
	it('makes the turn wait, and its answer is kept nowhere [acp C108]', async () => {
		const { session, agent } = await running();
		const asked = agent.target().elicitations.ask(form, signal());
		const [entryId = ''] = session.state.pendingElicitations;
		assert.equal(session.state.turn.type, 'requires_action');
		session.elicitations.answer(entryId, { type: 'accept', content: { a: 'swordfish' } });
		assert.deepEqual(await asked, { type: 'accept', content: { a: 'swordfish' } });
		assert.equal(session.state.turn.type, 'running');
		assert.deepEqual(session.state.pendingElicitations, []);
		const kept = JSON.stringify([session.state, ...session.state.entries.values()]);
		assert.ok(!kept.includes('swordfish'));
	});

	it('has one answer: the first', async () => {
		const { session, agent } = await running();
		const asked = agent.target().elicitations.ask(form, signal());
		const [entryId = ''] = session.state.pendingElicitations;
		session.elicitations.answer(entryId, { type: 'decline' });
		session.elicitations.answer(entryId, { type: 'accept', content: {} });
		session.elicitations.answer('nobody', { type: 'accept' });
		assert.deepEqual(await asked, { type: 'decline' });
		assert.deepEqual(questions(session.state.entries.values())[0]?.state, { type: 'declined' });
	});

	it('is cancelled by Stop, by the end of the turn and by the agent [acp C95]', async () => {
		const stopped = await running();
		const asked = stopped.agent.target().elicitations.ask(form, signal());
		stopped.session.stop();
		assert.deepEqual(await asked, { type: 'cancel' });
		assert.deepEqual(await stopped.agent.target().elicitations.ask(form, signal()), { type: 'cancel' });
		const ended = await running();
		const late = ended.agent.target().elicitations.ask(form, signal());
		ended.agent.endTurn('end_turn');
		assert.deepEqual(await late, { type: 'cancel' });
		await ended.done;
		const withdrawn = new AbortController();
		const taken = ended.agent.target().elicitations.ask(form, withdrawn.signal);
		withdrawn.abort();
		assert.deepEqual(await taken, { type: 'cancel' });
		const states = questions(ended.session.state.entries.values()).map(({ state }) => state);
		assert.deepEqual(states, [
			{ type: 'cancelled', by: 'agent' },
			{ type: 'cancelled', by: 'agent' },
		]);
	});
});

describe('a visit of an address', () => {
	it('is over when the agent says so, and ids that are unknown or finished mean nothing [acp C105]', async () => {
		const { session, agent } = await running();
		const stateOf = (index: number): unknown => questions(session.state.entries.values())[index]?.state;
		const target = agent.target();
		const ids = ['one', 'two'];
		const asked = ids.map((id) => target.elicitations.ask(visit(id), signal()));
		target.elicitations.complete('one');
		assert.deepEqual(stateOf(0), { type: 'pending' });
		for (const entryId of session.state.pendingElicitations) {
			session.elicitations.answer(entryId, { type: 'accept' });
		}
		assert.deepEqual(await Promise.all(asked), [{ type: 'accept' }, { type: 'accept' }]);
		for (const id of ['', 'three', '__proto__', 'ONE']) target.elicitations.complete(id);
		assert.deepEqual(
			[stateOf(0), stateOf(1)],
			[
				{ type: 'accepted', isWaiting: true },
				{ type: 'accepted', isWaiting: true },
			],
		);
		target.elicitations.complete('two');
		target.elicitations.complete('two');
		assert.deepEqual(
			[stateOf(0), stateOf(1)],
			[
				{ type: 'accepted', isWaiting: true },
				{ type: 'accepted', isWaiting: false },
			],
		);
		agent.exit(new AgentError('exited', 'It ended'));
		assert.deepEqual(stateOf(0), { type: 'accepted', isWaiting: false }, 'it waits for nothing any more');
	});
});

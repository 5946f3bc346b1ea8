import assert from 'node:assert/strict';
import type {
	ElicitationOutcome,
	ElicitationRequest,
	FormValues,
} from '../../../src/core/session/model/elicitation.ts';
import { answerElicitation } from '../../../src/host/chat/elicitationAnswers.ts';
import { ElicitationAttention } from '../../../src/host/attention/elicitationAttention.ts';
import type { HostedSession } from '../../../src/host/sessions/hostedSession.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { openFakeSession } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { text } from '../../unit/core/session/driver/play.ts';
import { hostTest } from './registry.ts';

const form: ElicitationRequest = {
	message: 'Which?',
	mode: {
		type: 'form',
		fields: [{ type: 'number', name: 'count', isRequired: true, isInteger: true, minimum: 1 }],
	},
};

/** A session whose agent asks something. */
async function asked(request: ElicitationRequest): Promise<{
	hosted: HostedSession;
	entryId: string;
	answer: Promise<ElicitationOutcome>;
}> {
	const { session, agent } = openFakeSession();
	void session.prompt([text('hi')]);
	await agent.prompted();
	const answer = agent.target().elicitations.ask(request, new AbortController().signal);
	const hosted = hostedFake(session);
	return { hosted, entryId: session.state.pendingElicitations[0] ?? '', answer };
}

hostTest(
	'a form is checked again by the host: what does not fit leaves the question pending [acp C103]',
	async () => {
		const { hosted, entryId, answer } = await asked(form);
		const accept = (values?: FormValues): Promise<void> =>
			answerElicitation(hosted, {
				type: 'elicitation',
				entryId,
				action: 'accept',
				...(values === undefined ? {} : { values }),
			});
		for (const values of [undefined, {}, { count: 0 }, { count: 1.5 }, { count: '1' }]) {
			await accept(values);
			assert.deepEqual(hosted.session.state.pendingElicitations, [entryId]);
		}
		await accept({ count: 2, extra: 'not asked for' });
		assert.deepEqual(await answer, { type: 'accept', content: { count: 2 } });
		await accept({ count: 3 });
	},
);

hostTest('an address that is no web page is not opened, and its question stays [acp C98]', async () => {
	const url = 'command:workbench.action.closeWindow';
	const { hosted, entryId, answer } = await asked({
		message: 'Go',
		mode: { type: 'url', elicitationId: 'e', url },
	});
	await answerElicitation(hosted, { type: 'elicitation', entryId, action: 'accept' });
	assert.deepEqual(hosted.session.state.pendingElicitations, [entryId]);
	await answerElicitation(hosted, { type: 'elicitation', entryId, action: 'decline' });
	assert.deepEqual(await answer, { type: 'decline' });
});

hostTest('questions are counted until they are settled or their session is gone', async () => {
	const attention = new ElicitationAttention({ notify: () => Promise.resolve() });
	const counts: number[] = [];
	attention.onDidChangeCount((count) => counts.push(count));
	const { session, agent } = openFakeSession();
	const hosted = hostedFake(session);
	const watching = attention.watch(hosted);
	void session.prompt([text('hi')]);
	await agent.prompted();
	const { signal } = new AbortController();
	const answers = [
		agent.target().elicitations.ask(form, signal),
		agent.target().elicitations.ask(form, signal),
	];
	session.elicitations.answer(session.state.pendingElicitations[0] ?? '', { type: 'decline' });
	watching.dispose();
	assert.deepEqual(counts, [1, 2, 1, 0]);
	assert.equal(attention.count, 0);
	session.stop();
	await Promise.all(answers);
	attention.dispose();
});

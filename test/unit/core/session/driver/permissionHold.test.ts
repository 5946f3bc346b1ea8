/** An answer that lets an agent go on waits until the workspace was looked at as it was at the prompt. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PermissionOutcome, PermissionState } from '../../../../../src/core/session/model/permission.ts';
import type { PermissionRecord } from '../../../../../src/core/session/model/permissionPorts.ts';
import { entryOf } from '../../../../../src/core/session/reducer/draft.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { settle } from './transcript.ts';

const request = {
	subject: { type: 'tool_call', toolCallId: 't1' },
	options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
} as const;

async function asked(): Promise<{
	readonly outcomes: PermissionOutcome[];
	readonly look: PromiseWithResolvers<void>;
	readonly stop: () => void;
	/** The agent was told of Stop. */
	readonly hasCancel: () => boolean;
	readonly withdraw: () => void;
	/** The agent says that the turn is over. */
	readonly end: () => void;
	readonly prompt: () => void;
	readonly pending: () => number;
	/** What the card says. */
	readonly shown: () => PermissionState | undefined;
	readonly logged: readonly string[];
}> {
	const look = Promise.withResolvers<void>();
	const logged: string[] = [];
	const permissionLog = { record: ({ by }: PermissionRecord) => void logged.push(by) };
	const { session, agent } = openFakeSession({ beforeAnswer: () => look.promise, permissionLog });
	void session.prompt([text('go on')]);
	await agent.prompted();
	const outcomes: PermissionOutcome[] = [];
	const question = new AbortController();
	void agent.ask(request, question.signal).then((outcome) => outcomes.push(outcome));
	await settle();
	const [id = ''] = session.state.pendingPermissions;
	session.permissions.answer(id, 'yes');
	await settle();
	return {
		outcomes,
		look,
		stop: () => session.stop(),
		hasCancel: () => agent.calls.includes('cancel'),
		withdraw: () => question.abort(),
		end: () => agent.endTurn('end_turn'),
		prompt: () => void session.prompt([text('something else')]),
		pending: () => session.state.pendingPermissions.length,
		shown: () => entryOf(session.state, id, 'permission')?.state,
		logged,
	};
}

describe('an answer that lets an agent go on', () => {
	it('is shown at once, and goes out when the look is over', async () => {
		const { outcomes, look, pending } = await asked();
		assert.deepEqual([outcomes, pending()], [[], 0]);
		look.resolve();
		await settle();
		assert.deepEqual(outcomes, [{ type: 'selected', optionId: 'yes' }]);
	});

	it('does not go out any more when the user stops the turn meanwhile, and says so at once [acp C58] [hazard C4]', async () => {
		const { outcomes, look, stop, hasCancel, shown, logged } = await asked();
		assert.equal(shown()?.type, 'answered');
		stop();
		assert.ok(!hasCancel());
		await settle();
		assert.deepEqual(outcomes, [{ type: 'cancelled' }]);
		assert.deepEqual(shown(), { type: 'cancelled', by: 'user' });
		look.resolve();
		await settle();
		assert.deepEqual(outcomes, [{ type: 'cancelled' }]);
		assert.deepEqual(logged, ['card', 'stop']);
	});

	it('does not go out any more when the agent takes its question back meanwhile [acp C110]', async () => {
		const { outcomes, withdraw, shown } = await asked();
		withdraw();
		await settle();
		assert.deepEqual(outcomes, [{ type: 'cancelled' }]);
		assert.deepEqual(shown(), { type: 'cancelled', by: 'agent' });
	});

	for (const next of [false, true]) {
		it(`does not go out any more when the turn has ended meanwhile${next ? ', and another one runs' : ''} [hazard C4]`, async () => {
			const { outcomes, look, end, prompt, shown } = await asked();
			end();
			await settle();
			if (next) prompt();
			await settle();
			look.resolve();
			await settle();
			assert.deepEqual(outcomes, [{ type: 'cancelled' }]);
			assert.deepEqual(shown(), { type: 'cancelled', by: 'agent' });
		});
	}
});

describe('what waits for its time, such as for the look', () => {
	it('is refused at Stop at once, and what came after it with the end of the turn [hazard C4]', async () => {
		const done: string[] = [];
		const backend = {
			refuseWaiting: () => void done.push('refused'),
			killCommands: () => void done.push('killed'),
		};
		const { session, agent } = openFakeSession({ backend });
		void session.prompt([text('go on')]);
		await agent.prompted();
		session.stop();
		assert.deepEqual(done, ['refused']);
		agent.endTurn('cancelled');
		await settle();
		assert.deepEqual(done, ['refused', 'refused', 'killed']);
	});
});

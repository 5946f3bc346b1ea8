/** Where the status bar leads: to the session that it speaks of. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PermissionQueue } from '../../../../src/host/permissions/permissionQueue.ts';
import type { HostedSession } from '../../../../src/host/sessions/hostedSession.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { text } from '../../core/session/driver/play.ts';
import { useVscode } from '../fakeVscode.ts';
import { hostedFake } from '../hostedFake.ts';
import { only } from '../../only.ts';

const { Attention } = await import('../../../../src/host/attention/attention.ts');
const { statusLabel } = await import('../../../../src/host/attention/statusBar.ts');

it('what the status bar says is what a click on it leads to: work goes before what is done', async () => {
	useVscode({
		window: {
			state: { focused: false },
			onDidChangeWindowState: () => ({ dispose: () => undefined }),
			showInformationMessage: () => Promise.resolve(undefined),
		},
		workspace: { getConfiguration: () => ({ get: () => false }) },
	});
	const shown: HostedSession[] = [];
	const attention = new Attention({
		isShown: () => false,
		show: (hosted) => Promise.resolve(void shown.push(hosted)),
		permissions: only<PermissionQueue>({ count: 0, isAsking: false }),
		log: only({}),
	});
	const [done, working] = [openFakeSession(), openFakeSession()];
	const [hostedDone, hostedWorking] = [hostedFake(done.session), hostedFake(working.session)];
	for (const hosted of [hostedDone, hostedWorking]) attention.watch(hosted);
	const turn = done.session.prompt([text('go')]);
	await done.agent.prompted();
	done.agent.endTurn('end_turn');
	await turn;
	void working.session.prompt([text('go')]);
	await working.agent.prompted();
	await new Promise((resolve) => setTimeout(resolve));
	const { turns } = attention;
	assert.deepEqual([turns.unseen('done'), turns.working], [[hostedDone], [hostedWorking]]);
	const counts = { permissions: 0, questions: 0, failed: 0, done: 1, working: 1 };
	assert.equal(statusLabel(counts)?.text, 'Working');
	await attention.showWaiting();
	assert.ok(shown.at(-1) === hostedWorking, 'another session than the one that works is shown');
	working.agent.endTurn('end_turn');
	await new Promise((resolve) => setTimeout(resolve, 5));
	await attention.showWaiting();
	assert.ok(shown.at(-1) === hostedDone, 'what is done is not shown once nothing works');
	attention.dispose();
});

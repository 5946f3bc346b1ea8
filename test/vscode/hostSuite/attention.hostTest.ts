/** What the user is told about sessions that they do not look at, and where the status bar leads. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AgentError } from '../../../src/core/base/errors.ts';
import { Notifications, type NotificationKind } from '../../../src/host/attention/notifications.ts';
import { TurnEnds, type TurnResult } from '../../../src/host/attention/turnEnds.ts';
import type { HostedSession } from '../../../src/host/sessions/hostedSession.ts';
import { statusLabel } from '../../../src/host/attention/statusBar.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { type FakeAgent, openFakeSession } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { text } from '../../unit/core/session/driver/play.ts';
import { hostTest } from './registry.ts';

/** Timers that are due have run. */
const settled = async (): Promise<void> => {
	for (let n = 0; n < 5; n++) await new Promise((resolve) => setTimeout(resolve));
};

interface Rig {
	readonly session: HostedSession['session'];
	readonly agent: FakeAgent;
	readonly hosted: HostedSession;
	readonly turns: TurnEnds;
	readonly ended: TurnResult[];
	/** The user looks at the session. */
	seen: boolean;
}

async function withTurns(run: (rig: Rig) => Promise<void>): Promise<void> {
	const { session, agent } = openFakeSession();
	const hosted: HostedSession = hostedFake(session);
	const ended: TurnResult[] = [];
	const turns = new TurnEnds({ isSeen: () => rig.seen, onEnd: (_hosted, result) => ended.push(result) });
	const rig: Rig = { session, agent, hosted, turns, ended, seen: false };
	const watching = turns.watch(hosted);
	try {
		await run(rig);
	} finally {
		watching.dispose();
		session.dispose();
		turns.dispose();
	}
}

hostTest('a turn that ends unseen is told, and is news until somebody looks', () =>
	withTurns(async (rig) => {
		const { session, agent, turns, hosted, ended } = rig;
		const done = session.prompt([text('hi')]);
		await agent.prompted();
		assert.deepEqual(turns.working, [hosted]);
		agent.endTurn('end_turn');
		await done;
		await settled();
		assert.deepEqual([turns.working, turns.unseen('done'), ended], [[], [hosted], ['done']]);
		turns.noteSeen();
		assert.deepEqual(turns.unseen('done'), [hosted]);
		rig.seen = true;
		turns.noteSeen();
		assert.deepEqual(turns.unseen('done'), []);
	}),
);

hostTest('a turn that somebody watches, that the user stopped, or that another follows is no news', () =>
	withTurns(async (rig) => {
		const { session, agent, ended } = rig;
		rig.seen = true;
		let done = session.prompt([text('seen')]);
		await agent.prompted();
		agent.endTurn('end_turn');
		await done;
		await settled();
		rig.seen = false;
		done = session.prompt([text('stopped')]);
		await agent.prompted();
		session.stop();
		agent.endTurn('cancelled');
		await done;
		await settled();
		done = session.prompt([text('followed')]);
		const last = session.prompt([text('last')]);
		await agent.prompted();
		agent.endTurn('end_turn');
		await done;
		await settled();
		assert.deepEqual(ended, []);
		agent.endTurn('end_turn');
		await last;
		await settled();
		assert.deepEqual(ended, ['done']);
	}),
);

hostTest('a turn that fails, an agent that exits and one that wants a login are told as such', () =>
	withTurns(async ({ session, agent, turns, hosted, ended }) => {
		const first = session.prompt([text('refused')]);
		await agent.prompted();
		agent.endTurn('refusal');
		await first;
		await settled();
		assert.deepEqual([ended, turns.unseen('failed')], [['failed'], [hosted]]);
		const second = session.prompt([text('exit')]);
		await agent.prompted();
		assert.deepEqual(turns.unseen('failed'), [], 'it works again');
		agent.exit(new AgentError('exited', 'gone'));
		await second;
		await settled();
		assert.deepEqual(ended, ['failed', 'failed']);
		agent.failures.set('prompt', new AgentError('answered', 'Log in', { code: -32000 }));
		await session.prompt([text('login')]);
		await settled();
		assert.deepEqual(ended, ['failed', 'failed', 'failed']);
		session.detach();
		await settled();
		assert.equal(ended.length, 3, 'letting go is no news');
	}),
);

interface Told {
	readonly text: string;
	readonly button: string;
	readonly isWarning: boolean;
	readonly answer: (choice: string | undefined) => void;
}

async function withMessages(run: (told: Told[]) => Promise<void>): Promise<void> {
	const window = vscode.window as { showInformationMessage: unknown; showWarningMessage: unknown };
	const { showInformationMessage, showWarningMessage } = window;
	const told: Told[] = [];
	const show = (isWarning: boolean) => (words: string, button: string) =>
		new Promise((resolve) => told.push({ text: words, button, isWarning, answer: resolve }));
	window.showInformationMessage = show(false);
	window.showWarningMessage = show(true);
	try {
		await run(told);
	} finally {
		Object.assign(window, { showInformationMessage, showWarningMessage });
	}
}

hostTest(
	'a notification has one button that leads there, once of a kind, while there is something to see',
	() =>
		withMessages(async (told) => {
			const hosted = hostedFake();
			const shown: HostedSession[] = [];
			const off = new Set<NotificationKind>();
			const seen = new Set<HostedSession>();
			const errors: string[] = [];
			const notifications = new Notifications({
				isSeen: (one) => seen.has(one),
				isEnabled: (kind) => !off.has(kind),
				show: (one) => (shown.push(one) > 1 ? Promise.reject(new Error('no view')) : Promise.resolve()),
				log: { error: (line: string | Error) => errors.push(String(line)) },
			});
			let isStill = true;
			const notify = (kind: NotificationKind): Promise<void> =>
				notifications.notify(hosted, { kind, text: 'It **waits**', isStill: () => isStill });
			const first = notify('requests');
			void notify('requests');
			assert.deepEqual(
				told.map(({ button, isWarning }) => [button, isWarning]),
				[['Show', false]],
			);
			told[0]?.answer('Show');
			await first;
			assert.deepEqual(shown, [hosted]);
			const second = notify('turnFailed');
			assert.deepEqual([told.length, told[1]?.isWarning], [2, true]);
			isStill = false;
			told[1]?.answer('Show');
			await second;
			assert.equal(shown.length, 1, 'there is nothing any more');
			isStill = true;
			const third = notify('requests');
			told[2]?.answer('Show');
			await third;
			assert.match(errors.join(), /no view/u);
			off.add('turnDone');
			await notify('turnDone');
			seen.add(hosted);
			await notify('questions');
			assert.equal(told.length, 3, 'neither what is switched off nor what is seen');
		}),
);

hostTest('the status bar says what needs the user most: waiting, not finished, working, done', () => {
	const none = { permissions: 0, questions: 0, failed: 0, done: 0, working: 0 };
	const texts = [
		{ ...none, permissions: 1, working: 2, done: 1, failed: 1 },
		{ ...none, questions: 2 },
		{ ...none, permissions: 1, questions: 1 },
		{ ...none, failed: 1, working: 1, done: 1 },
		{ ...none, working: 1, done: 1 },
		{ ...none, working: 3 },
		{ ...none, done: 1 },
		{ ...none, done: 2 },
	].map((counts) => statusLabel(counts)?.text);
	assert.deepEqual(texts, [
		'1 permission',
		'2 questions',
		'2 waiting',
		'Not finished',
		'Working',
		'3 working',
		'Done',
		'2 done',
	]);
	assert.equal(statusLabel(none), undefined);
});

/** Which notifications a session out of sight gets while older ones lie unread in the notification centre. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NotificationKind } from '../../../../src/host/attention/notifications.ts';
import type { HostedSession } from '../../../../src/host/sessions/hostedSession.ts';
import { useVscode } from '../fakeVscode.ts';
import { hostedFake } from '../hostedFake.ts';
import { only } from '../../only.ts';

const { Notifications } = await import('../../../../src/host/attention/notifications.ts');

/** A window that shows messages: each is open until the test answers or closes it. */
function openWindow() {
	const told: ((choice?: string) => void)[] = [];
	const show = (): Promise<string | undefined> => new Promise((resolve) => told.push(resolve));
	useVscode({ window: { showInformationMessage: show, showWarningMessage: show } });
	const shown: HostedSession[] = [];
	const notifications = new Notifications({
		isSeen: () => false,
		isEnabled: () => true,
		show: async (hosted) => void shown.push(hosted),
		log: only({}),
	});
	const hosted = hostedFake();
	const notify = (kind: NotificationKind, isStill = (): boolean => true): Promise<void> =>
		notifications.notify(hosted, { kind, text: 'It waits', isStill });
	return { told, shown, hosted, notify };
}

describe('a notification that lies unread', () => {
	for (const kind of ['requests', 'questions'] as const)
		it(`of ${kind} says the next as well while it is true, and no longer`, async () => {
			const { told, shown, hosted, notify } = openWindow();
			let waits = true;
			const first = notify(kind, () => waits);
			await notify(kind);
			assert.equal(told.length, 1, 'the first says it');
			waits = false;
			const second = notify(kind);
			assert.equal(told.length, 2, 'what the first says is answered');
			// The editor closes a message in favour of an equal one.
			told[0]?.();
			await first;
			await notify(kind);
			assert.equal(told.length, 2, 'the second says it, whatever becomes of the first');
			told[1]?.('Show');
			await second;
			assert.deepEqual(shown, [hosted]);
			void notify(kind);
			assert.equal(told.length, 3);
		});

	for (const kind of ['turnDone', 'turnFailed'] as const)
		it(`of ${kind} says nothing of the next turn, which is told as well`, async () => {
			const { told, shown, hosted, notify } = openWindow();
			const first = notify(kind);
			void notify(kind);
			assert.equal(told.length, 2);
			told[0]?.('Show');
			await first;
			assert.deepEqual(shown, [hosted]);
		});
});

/** What the user does with a prompt that waits for its turn. */
import type { Session } from '../../core/session/driver/session.ts';
import type { FromView } from '../../core/view/fromView.ts';

export function changeQueue(
	session: Pick<Session, 'removeQueued' | 'moveQueued' | 'sendNow'>,
	{ queueId, action }: Extract<FromView, { type: 'changeQueue' }>,
): void {
	switch (action) {
		case 'remove':
			return session.removeQueued(queueId);
		case 'up':
		case 'down':
			return session.moveQueued(queueId, action);
		case 'send_now':
			return session.sendNow(queueId);
	}
}

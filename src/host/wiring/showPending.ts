import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { Attention } from '../attention/attention.ts';
import type { ChatView } from '../chat/chatView.ts';
import type { PermissionQueue } from '../permissions/permissionQueue.ts';
import type { StatusBar } from '../attention/statusBar.ts';

export interface PendingParts {
	readonly permissions: PermissionQueue;
	readonly attention: Attention;
	readonly chatView: ChatView;
	readonly statusBar: StatusBar;
}

/** Keeps the badge of the chat at what waits for the user, and the status bar at that and at what agents do. */
export function showPending({ permissions, attention, chatView, statusBar }: PendingParts): Disposable {
	const { questions, turns } = attention;
	const show = (): void => {
		const pending = { permissions: permissions.count, questions: questions.count };
		chatView.showPending(pending);
		statusBar.show({
			...pending,
			failed: turns.unseen('failed').length,
			done: turns.unseen('done').length,
			working: turns.working.length,
		});
	};
	const store = new DisposableStore();
	store.add(permissions.onDidChangeCount(show));
	store.add(questions.onDidChangeCount(show));
	store.add(turns.onDidChange(show));
	return store;
}

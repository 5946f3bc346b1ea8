import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import type { ChatView } from './chatView.ts';
import type { ElicitationAttention } from './elicitationAttention.ts';
import type { PermissionQueue } from './permissionQueue.ts';
import type { StatusBar } from './statusBar.ts';

export interface PendingParts {
	readonly permissions: PermissionQueue;
	readonly questions: ElicitationAttention;
	readonly chatView: ChatView;
	readonly statusBar: StatusBar;
}

/** Keeps the badge of the chat and the status bar at what waits for the user. */
export function showPending({ permissions, questions, chatView, statusBar }: PendingParts): Disposable {
	const show = (): void => {
		chatView.showPending({ permissions: permissions.count, questions: questions.count });
		statusBar.showPending(permissions.count);
	};
	const store = new DisposableStore();
	store.add(permissions.onDidChangeCount(show));
	store.add(questions.onDidChangeCount(show));
	return store;
}

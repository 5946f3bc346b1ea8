/** What asks the user, the rules that are asked before, and where it is seen that something waits. */
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Attention } from '../attention/attention.ts';
import type { StatusBar } from '../attention/statusBar.ts';
import type { ChatView } from '../chat/chatView.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import type { DiffTabs } from '../diffs/diffTabs.ts';
import { PermissionQueue } from '../permissions/permissionQueue.ts';
import { WindowRules } from '../permissions/permissionRules.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { WindowBase } from './agents.ts';

/** The services that ask the user, shared by the whole window. */
export interface UserRequests {
	readonly permissions: PermissionQueue;
	readonly rules: WindowRules;
	readonly attention: Attention;
}

/** Builds them; they are disposed with the extension. */
export function createUserRequests(
	base: WindowBase,
	documents: ReadonlyDocuments,
	diffs: DiffTabs,
): UserRequests {
	const { context, chatView, panels, log } = base;
	const permissions: PermissionQueue = new PermissionQueue({
		openDetails: (title, text) => documents.showText('permission', title, text),
		openDiff: (hosted, entryId) => diffs.open(hosted, entryId),
		makeRule: (hosted, permissionId) => rules.makeFor(hosted, permissionId),
	});
	const rules: WindowRules = new WindowRules(context, { ...base, documents, permissions });
	const attention = new Attention({
		permissions,
		isShown: (hosted) => chatView().isShowing(hosted) || panels().isShowing(hosted),
		show: (hosted) => showWaiting(hosted, base),
		log,
	});
	context.subscriptions.push(permissions, rules, attention);
	return { permissions, rules, attention };
}

/** Brings a session's questions to the front: in its editor tab, else in the chat. */
async function showWaiting(hosted: HostedSession, base: WindowBase): Promise<void> {
	const panels = base.panels();
	if (panels.reveal(hosted)) return panels.surfaceOf(hosted)?.focus('showWaiting');
	base.sessions().activate(hosted);
	await base.chatView().focus('showWaiting');
}

/** Keeps the badge of the chat at what waits for the user, and the status bar at that and at what agents do. */
export function showPending(
	{ permissions, attention }: UserRequests,
	chatView: ChatView,
	statusBar: StatusBar,
): Disposable {
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

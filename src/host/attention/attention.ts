/** What the user should know of sessions out of sight: which wait, which work, which are done. */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { agentInSession } from '../../core/view/projectSession.ts';
import { ElicitationAttention } from './elicitationAttention.ts';
import { registerGuarded } from '../common/guardedCommand.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { PermissionQueue } from '../permissions/permissionQueue.ts';
import { isNotificationEnabled, Notifications } from './notifications.ts';
import { TurnEnds, type TurnResult } from './turnEnds.ts';

interface Parts {
	/** The session is on the screen. */
	readonly isShown: (hosted: HostedSession) => boolean;
	/** Brings the session to the front. */
	readonly show: (hosted: HostedSession) => Promise<void>;
	readonly permissions: PermissionQueue;
	readonly log: vscode.LogOutputChannel;
}

/** The way to what waits, from the status bar and by name. */
export function registerAttentionCommands(parts: {
	readonly attention: Attention;
	readonly log: vscode.LogOutputChannel;
}): Disposable {
	return registerGuarded(parts.log, { 'acpHost.showWaiting': () => parts.attention.showWaiting() });
}

/** Shows counts and notifications of sessions that are out of sight. */
export class Attention implements Disposable {
	readonly questions: ElicitationAttention;
	readonly turns: TurnEnds;
	readonly #parts: Parts;
	readonly #notifications: Notifications;
	readonly #store = new DisposableStore();

	constructor(parts: Parts) {
		const isSeen = (hosted: HostedSession): boolean => vscode.window.state.focused && parts.isShown(hosted);
		this.#parts = parts;
		this.#notifications = new Notifications({ ...parts, isSeen, isEnabled: isNotificationEnabled });
		this.questions = this.#store.add(new ElicitationAttention(this.#notifications));
		this.turns = this.#store.add(
			new TurnEnds({ isSeen, onEnd: (hosted, result) => this.#tellEnd(hosted, result) }),
		);
		this.#store.add(vscode.window.onDidChangeWindowState(() => this.turns.noteSeen()));
	}

	/** Follows a session until it is disposed. */
	watch(hosted: HostedSession): Disposable {
		const store = new DisposableStore();
		store.add(this.questions.watch(hosted));
		store.add(this.turns.watch(hosted));
		let known = hosted.session.state.pendingPermissions;
		store.add(
			hosted.session.onDidChange(() => {
				const { pendingPermissions } = hosted.session.state;
				if (pendingPermissions === known) return;
				const before = new Set(known);
				const news = pendingPermissions.filter((id) => !before.has(id));
				known = pendingPermissions;
				for (const id of news) setTimeout(() => this.#tellPermission(hosted, id));
			}),
		);
		return store;
	}

	/** In the order of the status bar (`statusLabel`), so that a click leads to what that says. */
	async showWaiting(): Promise<void> {
		const { permissions, show } = this.#parts;
		if (permissions.count > 0) return permissions.openNext();
		const { turns } = this;
		const [next] = [
			...this.questions.sessions,
			...turns.unseen('failed'),
			...turns.working,
			...turns.unseen('done'),
		];
		if (next === undefined) void vscode.window.showInformationMessage(t('No agent waits for you.'));
		else await show(next);
	}

	dispose(): void {
		this.#store.dispose();
	}

	/** A list that is open, or comes next, says it already. */
	#tellPermission(hosted: HostedSession, id: string): void {
		const isStill = (): boolean => hosted.session.state.pendingPermissions.includes(id);
		if (!isStill() || this.#parts.permissions.isAsking) return;
		const text = t('{0} waits for your permission.', agentInSession(hosted.session.state));
		void this.#notifications.notify(hosted, { kind: 'requests', text, isStill });
	}

	#tellEnd(hosted: HostedSession, result: TurnResult): void {
		const { agent } = hosted.session.state;
		const name = agentInSession(hosted.session.state);
		const failed =
			agent.type === 'login_required'
				? t('{0} wants you to log in.', name)
				: t('{0} could not finish.', name);
		void this.#notifications.notify(hosted, {
			kind: result === 'done' ? 'turnDone' : 'turnFailed',
			text: result === 'done' ? t('{0} is done.', name) : failed,
			isStill: () => true,
		});
	}
}

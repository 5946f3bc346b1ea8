/** Notifications of VS Code about sessions that are out of sight. Each kind has its setting. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { messageText } from '../common/displayText.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';

/** By the names of their settings, `acpHost.notifications.*`. */
export type NotificationKind = 'requests' | 'questions' | 'turnDone' | 'turnFailed';

interface NotificationParts {
	/** The session is on the screen, and its window has the focus. */
	readonly isSeen: (hosted: HostedSession) => boolean;
	/** Brings the session to the front. */
	readonly show: (hosted: HostedSession) => Promise<void>;
	readonly isEnabled: (kind: NotificationKind) => boolean;
	readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

interface Notice {
	readonly kind: NotificationKind;
	/** A sentence that names the session and says nothing else of it: it is read in passing, and can be on a shared screen. */
	readonly text: string;
	/** What is on the button that leads there; `Show` when absent. */
	readonly button?: string;
	/** Asked when the button is pressed: false when there is nothing to be shown any more. */
	isStill(): boolean;
}

/** Shows notifications with a button that opens the session: one of a kind for each, if its setting allows. */
export class Notifications {
	readonly #parts: NotificationParts;
	/** Those that are open: one of a kind is enough for a session. */
	readonly #open = new Map<HostedSession, Set<NotificationKind>>();

	constructor(parts: NotificationParts) {
		this.#parts = parts;
	}

	/** Tells the user, unless they see the session or do not want to be told. Never throws. */
	async notify(hosted: HostedSession, notice: Notice): Promise<void> {
		const { isSeen, isEnabled, show, log } = this.#parts;
		const open = this.#open.get(hosted) ?? new Set();
		if (open.has(notice.kind) || !isEnabled(notice.kind) || isSeen(hosted)) return;
		this.#open.set(hosted, open.add(notice.kind));
		try {
			const button = notice.button ?? t('Show');
			const choice = await tell(notice, button);
			if (choice === button && notice.isStill()) await show(hosted);
		} catch (error) {
			log.error(`A notification could not be followed: ${String(error)}`);
		} finally {
			open.delete(notice.kind);
			if (open.size === 0) this.#open.delete(hosted);
		}
	}
}

function tell({ kind, text }: Notice, button: string): Thenable<string | undefined> {
	return kind === 'turnFailed'
		? vscode.window.showWarningMessage(messageText(text), button)
		: vscode.window.showInformationMessage(messageText(text), button);
}

/** As the settings say. */
export function isNotificationEnabled(kind: NotificationKind): boolean {
	return vscode.workspace.getConfiguration('acpHost.notifications').get(kind, true);
}

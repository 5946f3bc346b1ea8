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
	/** Asked when the button is pressed, and when another of its kind comes: false when there is nothing to be shown. */
	isStill(): boolean;
}

/** One that is open says the next of these as well, as long as it is true. Each end of a turn is news of its own. */
const standing: ReadonlySet<NotificationKind> = new Set(['requests', 'questions']);

/** Shows notifications with a button that opens the session, if their settings allow. */
export class Notifications {
	readonly #parts: NotificationParts;
	/** The last of each kind, while it is open: the editor keeps it, out of sight, until somebody closes it. */
	readonly #open = new WeakMap<HostedSession, Map<NotificationKind, Notice>>();

	constructor(parts: NotificationParts) {
		this.#parts = parts;
	}

	/** Tells the user, unless they see the session or do not want to be told. Never throws. */
	async notify(hosted: HostedSession, notice: Notice): Promise<void> {
		const { isSeen, isEnabled, show, log } = this.#parts;
		const open = this.#open.get(hosted) ?? new Map<NotificationKind, Notice>();
		const isSaid = standing.has(notice.kind) && open.get(notice.kind)?.isStill() === true;
		if (isSaid || !isEnabled(notice.kind) || isSeen(hosted)) return;
		this.#open.set(hosted, open.set(notice.kind, notice));
		try {
			const button = notice.button ?? t('Show');
			const choice = await tell(notice, button);
			if (choice === button && notice.isStill()) await show(hosted);
		} catch (error) {
			log.error(`A notification could not be followed: ${String(error)}`);
		} finally {
			if (open.get(notice.kind) === notice) open.delete(notice.kind);
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

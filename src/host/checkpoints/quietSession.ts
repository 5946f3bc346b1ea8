/** Asks for an agent to be stopped: one that works would write over what was just put back. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { Session } from '../../core/session/driver/session.ts';
import { atMost } from '../../node/deadline.ts';

/** @returns false where the user wants it to go on, or it does not stop */
export async function isQuiet(session: Session | undefined): Promise<boolean> {
	if (session === undefined) return true;
	await historyTold(session);
	if (isIdle(session)) return true;
	const stop = t('Stop the Agent');
	const choice = await vscode.window.showWarningMessage(
		t('The agent is still working.'),
		{ modal: true, detail: t('It is stopped first, so that it does not write over what goes back.') },
		stop,
	);
	if (choice !== stop) return false;
	session.stop();
	await atMost(limits.changeBeginMs, once(session, isIdle));
	if (isIdle(session)) return true;
	const again = t('Try Again');
	const then = await vscode.window.showWarningMessage(
		t('The agent has not stopped yet, so nothing was put back.'),
		again,
	);
	return then === again ? isQuiet(session) : false;
}

/**
 * Resolves when the agent has told its history, or takes too long. Until then messages are there twice or in its words,
 * and there is no place for a line that says that files went back.
 */
export function historyTold(session: Session): Promise<void> {
	return atMost(limits.changeBeginMs, once(session, isTold));
}

function isIdle({ state }: Session): boolean {
	return state.turn.type === 'idle';
}

function isTold({ state }: Session): boolean {
	return !state.isReplaying;
}

/** Resolves when that is so of the session. */
function once(session: Session, isSo: (session: Session) => boolean): Promise<void> {
	return new Promise((resolve) => {
		const look = (): void => {
			if (!isSo(session)) return;
			listener.dispose();
			resolve();
		};
		const listener = session.onDidChange(look);
		look();
	});
}

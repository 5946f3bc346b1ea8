/** Gives the user's answer to a question of the agent. What is not an answer leaves the question as it was. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { ElicitationEntry } from '../../core/session/model/entry.ts';
import { checkForm } from '../../core/view/elicitationCheck.ts';
import type { FromView } from '../../core/view/fromView.ts';
import { messageText } from '../common/displayText.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { openInBrowser } from '../common/openInBrowser.ts';

type Answer = Extract<FromView, { type: 'elicitation' }>;

/** Questions whose address is on its way to the browser: a second click opens it no second time. */
const opening = new WeakSet<ElicitationEntry>();

/** Answers once. The view has checked the values, but it is not trusted (acp C103). */
export async function answerElicitation(
	{ session }: HostedSession,
	{ entryId, action, values }: Answer,
): Promise<void> {
	const entry = session.state.entries.get(entryId);
	if (entry?.type !== 'elicitation' || entry.state.type !== 'pending') return;
	if (action !== 'accept') return session.elicitations.answer(entryId, { type: action });
	const { mode } = entry;
	if (mode.type === 'url') {
		if (await openOnce(entry, mode.url)) session.elicitations.answer(entryId, { type: 'accept' });
		return;
	}
	const checked = checkForm(mode.fields, values ?? {});
	if (checked.problems.size === 0) {
		return session.elicitations.answer(entryId, { type: 'accept', content: checked.values });
	}
	const problems = [...checked.problems].map(([name, problem]) => `${name}: ${problem}`);
	void vscode.window.showWarningMessage(
		messageText(
			t(
				'The answer was not sent, because it does not fit the form. {0} Change it in the chat and submit it again.',
				problems.join(' '),
			),
		),
	);
}

/** True once the browser has it. False when the user said no to VS Code: then the question stays. */
async function openOnce(entry: ElicitationEntry, url: string): Promise<boolean> {
	if (opening.has(entry)) return false;
	opening.add(entry);
	try {
		return await openPage(url);
	} finally {
		opening.delete(entry);
	}
}

async function openPage(address: string): Promise<boolean> {
	const isOpened = await openInBrowser(address);
	if (isOpened === undefined) {
		void vscode.window.showWarningMessage(
			t('The address was not opened, because it is no web page. Decline the question in the chat.'),
		);
	}
	return isOpened === true;
}

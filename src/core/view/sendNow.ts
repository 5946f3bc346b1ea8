/** What "Send now" does at the moment, in the words of its button. */
import { t } from '../base/l10n.ts';
import type { ViewSession } from './viewSession.ts';

/** @param isDoubtful the agent may have the message already, and is not sent it into the same turn again */
export function sendNowLabel(
	{ turn, steers }: Pick<ViewSession, 'turn' | 'steers'>,
	isDoubtful = false,
): string {
	if (turn.type === 'idle') return t('Send now');
	return steers === true && !isDoubtful
		? t('Send now, into the running turn')
		: t('Stop the turn and send this next');
}

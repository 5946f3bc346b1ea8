import { t } from '../../core/base/l10n.ts';
import type { ElicitationState } from '../../core/session/model/elicitation.ts';
import { visibleText } from '../../core/view/hostileText.ts';
import type { ViewElicitation } from '../../core/view/viewEntry.ts';
import { element, iconElement } from '../page/dom.ts';
import { foreignText } from '../page/foreignText.ts';

/** What became of a question, in one line that never says what was answered (acp C108). */
export function outcomeLine({ state, mode, message }: ViewElicitation, agentTitle: string): HTMLElement {
	const { icon, text } = outcomeOf(state, mode.type, agentTitle);
	const asked = element('span', 'outcome-message', foreignText(message));
	asked.title = visibleText(message);
	return element(
		'p',
		'elicitation-outcome',
		iconElement(icon),
		element('span', 'outcome-text', foreignText(text)),
		asked,
	);
}

interface Outcome {
	readonly icon: string;
	readonly text: string;
}

const cancelledBy = {
	user: () => t('Cancelled'),
	agent: () => t('Cancelled: the agent withdrew the question'),
	exit: () => t('Cancelled: the agent is gone'),
};

function outcomeOf(state: ElicitationState, mode: 'form' | 'url', agentTitle: string): Outcome {
	switch (state.type) {
		case 'accepted':
			if (state.isWaiting) return { icon: 'globe', text: t('Waiting for {0}…', agentTitle) };
			return { icon: 'check', text: mode === 'url' ? t('Done') : t('Answered') };
		case 'declined':
			return { icon: 'circle-slash', text: t('Declined') };
		case 'cancelled':
			return { icon: 'circle-slash', text: cancelledBy[state.by]() };
		case 'pending':
			return { icon: 'question', text: t('Waiting for your answer') };
	}
}

/** From what stands in the composer to a prompt that is on its way. */
import type { FromView } from '../../core/view/fromView.ts';
import { attachmentsOf } from './draftAttachments.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { refuseSecond, sendDraft } from './promptDelivery.ts';
import { preparePrompt } from './promptPreparation.ts';
import type { Sessions } from '../sessions/sessions.ts';

/**
 * Sends a prompt and waits for the end of its turn; while another turn runs, it waits for that one first. What cannot
 * be sent goes back into the composer, attachments included (hazard G2).
 */
export async function submitPrompt(
	sessions: Sessions,
	hosted: HostedSession,
	{ text, attachments: ids }: Extract<FromView, { type: 'submit' }>,
): Promise<void> {
	const draft = { text, attachments: attachmentsOf(hosted, ids) };
	if (hosted.session.isHolding) return refuseSecond(sessions, hosted, draft);
	await sendDraft(sessions, hosted, draft, () => preparePrompt(sessions, hosted, draft));
}

/** From what stands in the composer to a prompt that is on its way. */
import type { FromView } from '../core/view/messages.ts';
import { attachmentsOf } from './draftAttachments.ts';
import type { HostedSession } from './hostedSession.ts';
import { deliver, refuseSecond, setAside } from './promptDelivery.ts';
import { preparePrompt } from './promptPreparation.ts';
import type { Sessions } from './sessions.ts';

/**
 * Sends a prompt and waits for the end of its turn. What cannot be sent goes back into the composer, attachments
 * included (hazard G2).
 */
export async function submitPrompt(
	sessions: Sessions,
	hosted: HostedSession,
	{ text, attachments: ids }: Extract<FromView, { type: 'submit' }>,
): Promise<void> {
	const draft = { text, attachments: attachmentsOf(hosted, ids) };
	const { session } = hosted;
	if (session.isHolding) return refuseSecond(sessions, hosted, draft);
	setAside(sessions, hosted, draft);
	await deliver(sessions, hosted, async () => {
		const content = await preparePrompt(hosted, draft);
		return content === undefined ? 'refused' : session.prompt(content);
	});
}

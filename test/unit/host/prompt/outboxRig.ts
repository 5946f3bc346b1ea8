/** A session with a fake agent, and what is stored of it, as the host keeps both. */
import { type Draft, replaceDraft } from '../../../../src/host/sessions/hostedSession.ts';
import { sendDraft } from '../../../../src/host/prompt/promptDelivery.ts';
import type { Sessions } from '../../../../src/host/sessions/sessions.ts';
import { only } from '../../only.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { text } from '../../core/session/driver/play.ts';
import { hostedFake } from '../hostedFake.ts';

export const draftOf = (value: string): Draft => ({ text: value, attachments: [] });

/** What is stored of a draft stands in the session itself. */
export const sessions = only<Sessions>({
	setDraft: (one, draft, change) => {
		replaceDraft(one, draft);
		one.outbox.undelivered = change?.undelivered ?? one.outbox.undelivered;
	},
	setUndelivered: ({ outbox }, drafts) => void (outbox.undelivered = drafts),
});

/** Everything that is on its way here by now has come: timers run in the order they were set. */
export async function settled(): Promise<void> {
	for (let n = 0; n < 10; n++) await new Promise((resolve) => setTimeout(resolve));
}

export function openOutbox() {
	const { session, agent, clock } = openFakeSession();
	const hosted = hostedFake(session);
	let replaced = 0;
	hosted.draftReplaced.event(() => replaced++);
	const send = (value: string, content = Promise.resolve([text(value)])): Promise<void> =>
		sendDraft(sessions, hosted, draftOf(value), () => content);
	/** What is in the composer, and what of the rest a reload would bring back. */
	const kinds = (): [composer: string, undelivered: string[]] => [
		hosted.draft.text,
		hosted.outbox.undelivered.map((sent) => sent.text),
	];
	return { sessions, hosted, session, agent, clock, send, kinds, replaced: () => replaced };
}

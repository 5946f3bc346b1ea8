/** One session in two views, as in the side bar and in a tab: both hold the one draft that it has. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergedDraft } from '../../../../src/core/view/mergedDraft.ts';
import type { Projector } from '../../../../src/core/view/projector.ts';
import type { ToView } from '../../../../src/core/view/toView.ts';
import type { ViewAttachment } from '../../../../src/core/view/viewAttachment.ts';
import { Publisher } from '../../../../src/host/chat/publisher.ts';
import { attachmentsOf } from '../../../../src/host/prompt/draftAttachments.ts';
import { sendDraft } from '../../../../src/host/prompt/promptDelivery.ts';
import type { HostedSession } from '../../../../src/host/sessions/hostedSession.ts';
import { Sessions } from '../../../../src/host/sessions/sessions.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { only } from '../../only.ts';

const image: ViewAttachment = { type: 'image', id: 'i', name: 'i.png', mimeType: 'image/png', data: 'AAAA' };

/** A page as far as it writes: what stands in its field and goes along, and what it was posted. */
class Page {
	readonly posted: Extract<ToView, { type: 'draft' }>[] = [];
	readonly #sessions: Sessions;
	readonly #hosted: HostedSession;
	readonly #publisher: Publisher;
	readonly #target = { isReady: () => true, post: (message: ToView) => this.#take(message) };
	text = '';
	ids: readonly string[] = [];
	revision = 0;

	constructor(sessions: Sessions, hosted: HostedSession) {
		this.#sessions = sessions;
		this.#hosted = hosted;
		this.#publisher = new Publisher(this.#target, only<Projector>({}));
		this.#publisher.bind(hosted);
	}

	get holds(): unknown {
		return [this.text, this.ids];
	}

	#take(message: ToView): void {
		if (message.type !== 'draft') return;
		this.posted.push(message);
		this.text = mergedDraft(this.text, message);
		this.ids = message.attachments?.map(({ id }) => id) ?? this.ids;
		this.revision = Math.max(this.revision + 1, message.draftRevision ?? 0);
	}

	write(text: string, ids = this.ids): void {
		this.text = text;
		this.ids = ids;
		this.revision++;
		const draft = { text, attachments: attachmentsOf(this.#hosted, ids) };
		this.#sessions.setDraft(this.#hosted, draft, { revision: this.revision, from: this.#target });
	}

	/** As the host does it, before the page has named it. */
	attach(attachment: ViewAttachment): void {
		const { draft, offered } = this.#hosted;
		offered.set(attachment.id, attachment);
		const attachments = [...draft.attachments, attachment];
		this.#sessions.setDraft(this.#hosted, { ...draft, attachments }, { from: this.#target });
		this.ids = [...this.ids, attachment.id];
	}

	send(): readonly ViewAttachment[] {
		const attachments = attachmentsOf(this.#hosted, this.ids);
		const draft = { text: this.text, attachments };
		this.text = '';
		this.ids = [];
		void sendDraft(this.#sessions, this.#hosted, draft, () => Promise.resolve([]), { from: this.#target });
		return attachments;
	}

	dispose(): void {
		this.#publisher.dispose();
	}
}

function twoViews() {
	const storage = { get: () => undefined, update: () => Promise.resolve(), keys: () => [] };
	const sessions = new Sessions(storage, (seed) => openFakeSession({ seed }).session, []);
	const hosted = sessions.create('A', '/ws');
	const pages = [new Page(sessions, hosted), new Page(sessions, hosted)] as const;
	const close = (): void => {
		for (const page of pages) page.dispose();
		sessions.dispose();
	};
	return { hosted, pages, close };
}

describe('the draft of a session that two views show [hazard G2]', () => {
	it('is written on in either of them', () => {
		const { hosted, pages, close } = twoViews();
		const [tab, sideBar] = pages;
		tab.write('a long text');
		assert.deepEqual(sideBar.holds, tab.holds);
		sideBar.write(`${sideBar.text}, and more`);
		assert.equal(hosted.draft.text, 'a long text, and more');
		assert.deepEqual(tab.holds, sideBar.holds);
		assert.equal(tab.posted.length, 1, 'who wrote it is not told of it');
		// What a page counts behind the host would not come back if the page went away.
		assert.deepEqual([tab.revision, sideBar.revision], [hosted.draftRevision, hosted.draftRevision]);
		close();
	});

	it('keeps an image of one view when something is written in the other, and sends it from either', () => {
		for (const at of [0, 1] as const) {
			const { hosted, pages, close } = twoViews();
			const [tab, sideBar] = pages;
			tab.attach(image);
			tab.write('', [image.id]);
			sideBar.write('x');
			assert.deepEqual(hosted.draft, { text: 'x', attachments: [image] });
			assert.deepEqual(tab.holds, ['x', [image.id]]);
			assert.deepEqual(pages[at].send(), [image]);
			close();
		}
	});

	it('keeps an image that has just come, before the view that it came by has named it', () => {
		const { hosted, pages, close } = twoViews();
		const [tab, sideBar] = pages;
		tab.attach(image);
		sideBar.write('x');
		assert.deepEqual(hosted.draft.attachments, [image]);
		close();
	});

	it('is told without what goes along where that stays the same: it may be megabytes, many times a second', () => {
		const { pages, close } = twoViews();
		const [tab, sideBar] = pages;
		tab.attach(image);
		for (const text of ['a', 'ab', 'ab']) tab.write(text);
		assert.deepEqual(
			sideBar.posted.map(({ text, attachments }) => [text, attachments?.length]),
			[
				['', 1],
				['a', undefined],
				['ab', undefined],
			],
		);
		sideBar.write('ab', []);
		assert.deepEqual(tab.holds, ['ab', []], 'what is taken off in one view is gone from both');
		close();
	});

	it('is gone from both when either sends it, also what the other had not been told of', () => {
		const { hosted, pages, close } = twoViews();
		const [tab, sideBar] = pages;
		tab.write('half');
		tab.text = 'half a sentence';
		tab.send();
		assert.deepEqual([sideBar.holds, hosted.draft.text], [['', []], '']);
		close();
	});
});

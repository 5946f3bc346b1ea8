import { t } from '../../core/base/l10n.ts';
import type { SlashCommand } from '../../core/session/model/sessionState.ts';
import type { ToView } from '../../core/view/toView.ts';
import type { ViewAttachment } from '../../core/view/viewAttachment.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import type { Post } from '../page/api.ts';
import { element, iconButton } from '../page/dom.ts';
import type { ViewMemory } from '../page/viewMemory.ts';
import { OptionSelectors } from '../panels/optionSelectors.ts';
import { moveFocus } from '../page/moveFocus.ts';
import { Attachments } from './attachments.ts';
import { pressedInComposer } from './composerKeys.ts';
import { ComposerNotes } from './composerNotes.ts';
import { IncomingAttachments, type IncomingMessage } from './incomingAttachments.ts';
import { Mentions } from './mentions.ts';
import { SendButtons } from './sendButtons.ts';
import { SlashCommands } from './slashCommands.ts';
import { PromptHistory } from './promptHistory.ts';
import { WrittenMessage } from './writtenMessage.ts';

/** What the composer needs from around it. */
interface ComposerHost {
	readonly post: Post;
	/** What the user sent, the newest first. */
	prompts(): readonly string[];
	/** What this page keeps by itself of what is written. */
	readonly memory: Pick<ViewMemory, 'draft' | 'setDraft'>;
	/** A message was sent: its answer should be in sight. */
	sent(): void;
	announce(text: string): void;
}

/** Where the next message is written. What is in it belongs to the user: only the user or the host empties it. */
export class Composer {
	readonly element = element('div', 'composer');
	readonly #host: ComposerHost;
	readonly #field = element('textarea');
	readonly #notes: ComposerNotes;
	readonly #attachments: Attachments;
	readonly #incoming: IncomingAttachments;
	readonly #commands: SlashCommands;
	readonly #mentions: Mentions;
	readonly #written: WrittenMessage;
	readonly #history: PromptHistory;
	readonly #options: OptionSelectors;
	readonly #buttons = new SendButtons({
		submit: () => this.#submit(),
		sendNow: () => this.#submit(true),
		stop: () => this.#requestStop(),
		focusField: () => this.focus(),
	});
	#session: ViewSession | undefined;

	constructor(host: ComposerHost) {
		this.#host = host;
		this.#history = new PromptHistory(this.#field, () => host.prompts());
		this.#notes = new ComposerNotes((text) => host.announce(text));
		const removed = (item: ViewAttachment, next: HTMLElement | undefined): void => {
			host.announce(t('Removed {0}', item.name));
			this.#changed();
			(next ?? this.#field).focus();
		};
		this.#attachments = new Attachments(removed, (id) => host.post({ type: 'openAttachment', id }));
		this.#written = new WrittenMessage({
			field: this.#field,
			attachments: this.#attachments,
			history: this.#history,
			post: host.post,
			memory: host.memory,
			replaced: () => this.#replaced(),
		});
		this.#incoming = new IncomingAttachments({
			field: this.#field,
			attachments: this.#attachments,
			notes: this.#notes,
			post: host.post,
			session: () => this.#session,
			announce: (text) => host.announce(text),
			changed: () => this.#changed(),
		});
		this.#commands = new SlashCommands(this.#field, (command) => this.#insert(command));
		this.#mentions = new Mentions(this.#field, {
			post: host.post,
			chosen: (mention) => this.#incoming.reader.mentioned(mention),
			submit: () => this.#submit(),
			announce: (text) => host.announce(text),
		});
		this.#options = new OptionSelectors(host.post, (text) => host.announce(text));
		this.#prepareField();
		const { send, sendNow, stop } = this.#buttons;
		const attach = iconButton('attach', t('Attach'), () => host.post({ type: 'attach' }));
		const tools = element('div', 'composer-tools', attach, this.#options.element, send, sendNow, stop);
		const box = element('div', 'composer-box', this.#attachments.element, this.#field, tools);
		box.addEventListener('mousedown', (event) => {
			if (event.target !== box && event.target !== tools) return;
			event.preventDefault();
			this.focus();
		});
		this.element.append(
			this.#commands.list.element,
			this.#mentions.list.element,
			this.#notes.element,
			box,
			this.#incoming.dropArea,
		);
		this.#updateAround();
	}

	focus(): void {
		moveFocus(this.#field);
	}

	update(session: ViewSession): void {
		// What is still being read belongs to the session before.
		if (this.#session !== undefined && this.#session.key !== session.key) this.#incoming.reader.reset();
		this.#session = session;
		this.#commands.setCommands(session.commands);
		this.#options.update(session);
		this.#updateAround();
	}

	/** Saves now what was not saved yet. */
	saveDraft(): void {
		this.#written.save();
	}

	/** Takes the draft of a session that comes on show. */
	showDraft(snapshot: Extract<ToView, { type: 'snapshot' }>): void {
		this.#notes.clearProblem();
		this.#written.show(snapshot);
	}

	/** Takes what the host put into the draft, or found for it. */
	receive(message: Extract<ToView, { type: 'draft' | 'mentions' }> | IncomingMessage): void {
		if (message.type === 'draft') this.#written.replace(message);
		else if (message.type === 'mentions') this.#mentions.take(message);
		else this.#incoming.receive(message);
	}

	#replaced(): void {
		this.#history.leave();
		this.#recalled();
	}

	/** The field holds what nobody has typed into it: the `/` or `@` in it asks for no list. */
	#recalled(): true {
		this.#commands.list.close();
		this.#mentions.close();
		this.#incoming.replaced();
		this.#updateAround();
		return true;
	}

	#prepareField(): void {
		const field = this.#field;
		field.ariaLabel = t('Message');
		field.placeholder = t('Ask the agent');
		field.rows = 1;
		field.spellcheck = true;
		field.addEventListener('keydown', (event) =>
			pressedInComposer(event, {
				listPressed: (key) => this.#commands.list.pressed(key) || this.#mentions.pressed(key),
				submit: (isUrgent) => this.#submit(isUrgent),
				stop: () => this.#isTurnRunning && this.#requestStop(),
				historyPressed: (key) => this.#history.pressed(key) && this.#recalled(),
			}),
		);
		field.addEventListener('input', () => {
			this.#history.edited();
			this.#notes.clearProblem();
			this.#changed();
		});
		document.addEventListener('selectionchange', () => {
			if (document.activeElement === field && !this.#history.isBack) this.#mentions.refresh();
		});
		field.addEventListener('blur', () => {
			this.#commands.list.close();
			this.#mentions.close();
			this.#written.save();
		});
	}

	get #isTurnRunning(): boolean {
		return this.#session !== undefined && this.#session.turn.type !== 'idle';
	}

	/** A message waits for a login: a second one must not push it aside. */
	get #isAwaitingLogin(): boolean {
		const agent = this.#session?.agent;
		return agent?.type === 'login_required' && agent.hasPromptAwaitingLogin;
	}

	#submit(isUrgent = false): void {
		if (this.#written.isEmpty) return this.focus();
		if (this.#isAwaitingLogin)
			return this.#refuseNow(t('Your last message still waits for the login: log in, or put it back first.'));
		if (this.#incoming.reader.isReading)
			return this.#refuseNow(t('An attachment is still being read: send again in a moment.'));
		const message = { ...this.#written.content, text: this.#field.value };
		const next = this.#history.sent();
		this.#written.set(next, []);
		this.#notes.clearProblem();
		this.#host.post({ type: 'submit', ...message, ...(isUrgent ? { isUrgent } : {}) });
		if (next !== '') this.#written.changed();
		this.#host.sent();
		this.focus();
	}

	#requestStop(): true {
		if (this.#session?.turn.type !== 'stopping') this.#host.post({ type: 'stop' });
		this.focus();
		return true;
	}

	#insert(command: SlashCommand): void {
		this.#field.value = `/${command.name} `;
		this.#changed();
		const { hint } = this.#commands;
		if (hint !== undefined) this.#host.announce(hint);
		this.focus();
	}

	#changed(): void {
		this.#written.changed();
		this.#commands.refresh();
		this.#mentions.refresh();
		this.#updateAround();
	}

	#updateAround(): void {
		this.#buttons.update(this.#session, this.#written.isEmpty);
		this.#notes.showHint(this.#commands.hint ?? '');
	}

	#refuseNow(hint: string): void {
		this.#notes.showHint(hint);
		this.#host.announce(hint);
	}
}

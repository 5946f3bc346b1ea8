import { t } from '../../core/base/l10n.ts';
import type { SlashCommand } from '../../core/session/model.ts';
import type { ToView, ViewAttachment } from '../../core/view/messages.ts';
import { mergedDraft } from '../../core/view/mergedDraft.ts';
import type { ViewSession } from '../../core/view/viewModel.ts';
import type { Post } from '../api.ts';
import { element, iconButton } from '../dom.ts';
import type { ViewMemory } from '../viewMemory.ts';
import { OptionSelectors } from '../panels/optionSelectors.ts';
import { Attachments } from './attachments.ts';
import { ComposerNotes } from './composerNotes.ts';
import { Draft } from './draft.ts';
import { DropTarget } from './dropTarget.ts';
import { Intake } from './intake.ts';
import { Mentions } from './mentions.ts';
import { PastedCode } from './pastedCode.ts';
import { SlashCommands } from './slashCommands.ts';
import { PromptHistory } from './promptHistory.ts';
import { pastedFiles } from './transfers.ts';

/** What the composer needs from around it. */
export interface ComposerHost {
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
	readonly #intake: Intake;
	readonly #dropTarget = new DropTarget((transfer) => this.#take(() => this.#intake.take(transfer)));
	readonly #commands: SlashCommands;
	readonly #mentions: Mentions;
	readonly #pastedCode: PastedCode;
	readonly #draft: Draft;
	readonly #history: PromptHistory;
	readonly #options: OptionSelectors;
	readonly #send: HTMLButtonElement;
	readonly #stop: HTMLButtonElement;
	#session: ViewSession | undefined;
	/** Changes of the draft, as the host counts them. */
	#revision = 0;

	constructor(host: ComposerHost) {
		this.#host = host;
		this.#history = new PromptHistory(this.#field, () => host.prompts());
		this.#draft = new Draft(() => this.#postDraft());
		this.#notes = new ComposerNotes((text) => host.announce(text));
		const removed = (item: ViewAttachment, next: HTMLElement | undefined): void => {
			host.announce(t('Removed {0}', item.name));
			this.#changed();
			(next ?? this.#field).focus();
		};
		this.#attachments = new Attachments(removed, (id) => host.post({ type: 'openAttachment', id }));
		this.#intake = this.#createIntake();
		this.#commands = new SlashCommands(this.#field, (command) => this.#insert(command));
		this.#mentions = new Mentions(this.#field, {
			post: host.post,
			chosen: (mention) => this.#intake.mentioned(mention),
			announce: (text) => host.announce(text),
		});
		this.#pastedCode = new PastedCode(this.#field, host.post);
		this.#options = new OptionSelectors(host.post, (text) => host.announce(text));
		this.#send = iconButton('send', t('Send'), () => this.#submit());
		this.#stop = iconButton('debug-stop', t('Stop'), () => this.#requestStop());
		this.#prepareField();
		this.#send.classList.add('send');
		this.#stop.classList.add('stop');
		const attach = iconButton('attach', t('Attach'), () => host.post({ type: 'attach' }));
		const tools = element('div', 'composer-tools', attach, this.#options.element, this.#send, this.#stop);
		const box = element('div', 'composer-box', this.#attachments.element, this.#field, tools);
		box.addEventListener('mousedown', (event) => {
			if (event.target !== box && event.target !== tools) return;
			event.preventDefault();
			this.focus();
		});
		this.element.append(
			this.#commands.element,
			this.#mentions.element,
			this.#notes.element,
			box,
			this.#dropTarget.element,
		);
		this.#updateButtons();
	}

	focus(): void {
		this.#field.focus();
	}

	update(session: ViewSession): void {
		// What is still being read belongs to the session before.
		if (this.#session !== undefined && this.#session.key !== session.key) this.#intake.reset();
		this.#session = session;
		this.#commands.setCommands(session.commands);
		this.#options.update(session);
		this.#updateButtons();
		this.#notes.showHint(this.#commands.hint ?? '');
	}

	/** Saves now what was not saved yet. */
	saveDraft(): void {
		this.#draft.flush();
	}

	/** Takes the draft of a session that comes on show. What was typed since the host last heard of it counts more. */
	showDraft({ draft, attachments, draftRevision = 0 }: Extract<ToView, { type: 'snapshot' }>): void {
		const typed = this.#host.memory.draft;
		const isAhead = typed !== undefined && typed.revision > draftRevision;
		this.#revision = isAhead ? typed.revision : draftRevision;
		this.setDraft(isAhead ? typed.text : draft, attachments);
		if (isAhead) this.#draft.touch();
	}

	/** Replaces what is written. */
	setDraft(text: string, attachments: readonly ViewAttachment[]): void {
		this.#draft.forget();
		this.#history.leave();
		this.#field.value = text;
		this.#attachments.set(attachments);
		this.#commands.refresh();
		this.#mentions.close();
		this.#pastedCode.reset();
		this.#updateButtons();
	}

	/** Takes what the host put into the draft. What it had not heard of by then stays, and it hears of it. */
	replaceDraft(draft: Extract<ToView, { type: 'draft' }>): void {
		const text = mergedDraft(this.#field.value, draft);
		this.#revision++;
		this.setDraft(text, draft.attachments);
		if (text !== draft.text) this.#draft.touch();
	}

	/** Adds what the host has taken, and says what it has not. */
	addAttachments({ attachments, requestId, problem }: Extract<ToView, { type: 'attached' }>): void {
		if (requestId !== undefined) this.#intake.answered(requestId);
		if (problem !== undefined) this.#notes.addProblem(problem);
		if (attachments.length === 0) return;
		this.#attachments.add(attachments);
		this.#host.announce(t('Attached {0}', attachments.map(({ name }) => name).join(', ')));
		this.#changed();
	}

	/** Takes what the host found for a mention that is being typed. */
	showMentions(found: Extract<ToView, { type: 'mentions' }>): void {
		this.#mentions.take(found);
	}

	/** Pasted lines are known to the host: they become a mention. */
	mentionPasted(found: Extract<ToView, { type: 'pastedFrom' }>): void {
		const mention = this.#pastedCode.known(found);
		if (mention !== undefined) this.#intake.mentioned(mention);
	}

	/** Takes a media file that the host has read. */
	takeMedia({ name, data }: Extract<ToView, { type: 'takeMedia' }>): void {
		this.#intake.takeRead(name, data);
	}

	#createIntake(): Intake {
		return new Intake({
			post: this.#host.post,
			session: () => this.#session,
			names: () => this.#attachments.names,
			pendingChanged: (names) => this.#attachments.setPending(names),
			refuse: (sentence) => this.#notes.addProblem(sentence),
		});
	}

	/** Begins to attach something: what was said of the attempt before is over. */
	#take(take: () => void): void {
		this.#notes.clearProblem();
		take();
		this.focus();
	}

	#pasted(event: ClipboardEvent): void {
		const files = pastedFiles(event.clipboardData);
		if (files.length === 0) return this.#pastedCode.pasted(event.clipboardData?.getData('text/plain') ?? '');
		event.preventDefault();
		this.#take(() => void this.#intake.takeFiles(files));
	}

	#prepareField(): void {
		const field = this.#field;
		field.ariaLabel = t('Message');
		field.placeholder = t('Ask the agent');
		field.rows = 1;
		field.spellcheck = true;
		field.addEventListener('keydown', (event) => this.#pressed(event));
		field.addEventListener('input', () => {
			this.#history.leave();
			this.#notes.clearProblem();
			this.#changed();
		});
		field.addEventListener('paste', (event) => this.#pasted(event));
		field.addEventListener('blur', () => {
			this.#commands.close();
			this.#mentions.close();
			this.#draft.flush();
		});
	}

	#pressed(event: KeyboardEvent): void {
		// The keys of an input method are not ours. 229 is how some engines say so.
		if (event.isComposing || event.keyCode === 229) return;
		const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
		const isForList = isPlain && (this.#commands.pressed(event.key) || this.#mentions.pressed(event.key));
		if (isForList) return event.preventDefault();
		if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
			event.preventDefault();
			this.#submit();
		} else if (event.key === 'Escape' && isPlain && this.#isBusy) {
			event.preventDefault();
			this.#requestStop();
		} else if (isPlain && this.#history.pressed(event.key)) {
			event.preventDefault();
			this.#changed();
		}
	}

	get #isBusy(): boolean {
		return this.#session !== undefined && this.#session.turn.type !== 'idle';
	}

	/** A message waits for a login: a second one must not push it aside. */
	get #isHolding(): boolean {
		const agent = this.#session?.agent;
		return agent?.type === 'login_required' && agent.holdsPrompt;
	}

	get #isEmpty(): boolean {
		return this.#field.value.trim() === '' && this.#attachments.items.length === 0;
	}

	#submit(): void {
		if (this.#isEmpty) return this.focus();
		if (this.#isHolding)
			return this.#refuseNow(t('Your last message still waits for the login: log in, or put it back first.'));
		if (this.#intake.isBusy)
			return this.#refuseNow(t('An attachment is still being read: send again in a moment.'));
		const message = { text: this.#field.value, attachments: this.#attachments.ids };
		this.setDraft('', []);
		this.#notes.clearProblem();
		this.#host.post({ type: 'submit', ...message, revision: this.#revision });
		this.#host.sent();
		this.focus();
	}

	#requestStop(): void {
		if (this.#session?.turn.type !== 'stopping') this.#host.post({ type: 'stop' });
		this.focus();
	}

	#insert(command: SlashCommand): void {
		this.#field.value = `/${command.name} `;
		this.#changed();
		const { hint } = this.#commands;
		if (hint !== undefined) this.#host.announce(hint);
		this.focus();
	}

	#changed(): void {
		this.#host.memory.setDraft({ text: this.#field.value, revision: ++this.#revision });
		this.#draft.touch();
		this.#commands.refresh();
		this.#mentions.refresh();
		this.#updateButtons();
		this.#notes.showHint(this.#commands.hint ?? '');
	}

	#postDraft(): void {
		this.#host.post({
			type: 'draftChanged',
			text: this.#field.value,
			attachments: this.#attachments.ids,
			revision: this.#revision,
		});
	}

	#updateButtons(): void {
		const isStopping = this.#session?.turn.type === 'stopping';
		this.#send.title = this.#isBusy ? t('Send: waits in the queue until the agent takes it up') : t('Send');
		this.#stop.hidden = !this.#isBusy;
		this.#send.ariaDisabled = this.#isEmpty ? 'true' : null;
		this.#stop.ariaDisabled = isStopping ? 'true' : null;
	}

	#refuseNow(hint: string): void {
		this.#notes.showHint(hint);
		this.#host.announce(hint);
	}
}

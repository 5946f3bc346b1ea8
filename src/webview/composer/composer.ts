import type { SlashCommand } from '../../core/session/model.ts';
import type { ViewAttachment } from '../../core/view/messages.ts';
import type { ViewSession } from '../../core/view/viewModel.ts';
import type { Post } from '../api.ts';
import { element, iconButton } from '../dom.ts';
import { ModeSelector } from '../panels/modeSelector.ts';
import { Attachments } from './attachments.ts';
import { Draft } from './draft.ts';
import { SlashCommands } from './slashCommands.ts';

/** What the composer needs from around it. */
export interface ComposerHost {
	readonly post: Post;
	/** The user's newest message, for the arrow key in an empty field. */
	lastPrompt(): string | undefined;
	/** A message was sent: its answer should be in sight. */
	sent(): void;
	announce(text: string): void;
}

const busyHint = 'The agent is working: press Stop first or wait.';

/** Where the next message is written. What is in it belongs to the user: only the user or the host empties it. */
export class Composer {
	readonly element = element('div', 'composer');
	readonly #host: ComposerHost;
	readonly #field = element('textarea');
	readonly #hint = element('div', 'composer-hint');
	readonly #attachments: Attachments;
	readonly #commands: SlashCommands;
	readonly #draft: Draft;
	readonly #modes: ModeSelector;
	readonly #send: HTMLButtonElement;
	readonly #stop: HTMLButtonElement;
	#session: ViewSession | undefined;

	constructor(host: ComposerHost) {
		this.#host = host;
		this.#draft = new Draft(() => this.#postDraft());
		this.#attachments = new Attachments(() => this.#changed());
		this.#commands = new SlashCommands(this.#field, (command) => this.#insert(command));
		this.#modes = new ModeSelector(host.post);
		this.#send = iconButton('send', 'Send', () => this.#submit());
		this.#stop = iconButton('debug-stop', 'Stop', () => this.#requestStop());
		this.#prepareField();
		this.#send.classList.add('send');
		this.#stop.classList.add('stop');
		const attach = iconButton('attach', 'Attach', () => host.post({ type: 'attach' }));
		const tools = element('div', 'composer-tools', attach, this.#modes.element, this.#send, this.#stop);
		const box = element('div', 'composer-box', this.#attachments.element, this.#field, tools);
		box.addEventListener('mousedown', (event) => {
			if (event.target !== box && event.target !== tools) return;
			event.preventDefault();
			this.focus();
		});
		this.element.append(this.#commands.element, this.#hint, box);
		this.#updateButtons();
	}

	focus(): void {
		this.#field.focus();
	}

	update(session: ViewSession): void {
		this.#session = session;
		this.#commands.setCommands(session.commands);
		this.#modes.update(session.modes);
		this.#updateButtons();
		this.#updateHint(false);
	}

	/** Replaces what is written. */
	setDraft(text: string, attachments: readonly ViewAttachment[]): void {
		this.#draft.forget();
		this.#field.value = text;
		this.#attachments.set(attachments);
		this.#commands.refresh();
		this.#updateButtons();
	}

	addAttachments(attachments: readonly ViewAttachment[]): void {
		this.#attachments.add(attachments);
		this.#changed();
	}

	#prepareField(): void {
		const field = this.#field;
		field.ariaLabel = 'Message';
		field.placeholder = 'Ask the agent';
		field.rows = 1;
		field.spellcheck = true;
		field.addEventListener('keydown', (event) => this.#pressed(event));
		field.addEventListener('input', () => this.#changed());
		field.addEventListener('blur', () => {
			this.#commands.close();
			this.#draft.flush();
		});
	}

	#pressed(event: KeyboardEvent): void {
		// The keys of an input method are not ours. 229 is how some engines say so.
		if (event.isComposing || event.keyCode === 229) return;
		const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
		if (isPlain && this.#commands.pressed(event.key)) return event.preventDefault();
		if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
			event.preventDefault();
			this.#submit();
		} else if (event.key === 'Escape' && isPlain && this.#isBusy) {
			event.preventDefault();
			this.#requestStop();
		} else if (event.key === 'ArrowUp' && isPlain && this.#field.value === '') {
			this.#recall(event);
		}
	}

	get #isBusy(): boolean {
		return this.#session !== undefined && this.#session.turn.type !== 'idle';
	}

	get #isEmpty(): boolean {
		return this.#field.value.trim() === '' && this.#attachments.items.length === 0;
	}

	#submit(): void {
		if (this.#isEmpty) return this.focus();
		if (this.#isBusy) return this.#updateHint(true);
		const message = { text: this.#field.value, attachments: this.#attachments.items };
		this.setDraft('', []);
		this.#host.post({ type: 'submit', ...message });
		this.#host.sent();
		this.focus();
	}

	#requestStop(): void {
		if (this.#session?.turn.type !== 'stopping') this.#host.post({ type: 'stop' });
		this.focus();
	}

	#recall(event: KeyboardEvent): void {
		const prompt = this.#host.lastPrompt();
		if (prompt === undefined) return;
		event.preventDefault();
		this.#field.value = prompt;
		this.#changed();
	}

	#insert(command: SlashCommand): void {
		this.#field.value = `/${command.name} `;
		this.#changed();
		if (command.hint !== undefined) this.#showHint(`/${command.name} ${command.hint}`);
		this.focus();
	}

	#changed(): void {
		this.#draft.touch();
		this.#commands.refresh();
		this.#updateButtons();
		this.#updateHint(false);
	}

	#postDraft(): void {
		this.#host.post({
			type: 'draftChanged',
			text: this.#field.value,
			attachments: this.#attachments.items,
		});
	}

	#updateButtons(): void {
		const isStopping = this.#session?.turn.type === 'stopping';
		this.#send.hidden = this.#isBusy;
		this.#stop.hidden = !this.#isBusy;
		this.#send.ariaDisabled = this.#isEmpty ? 'true' : null;
		this.#stop.ariaDisabled = isStopping ? 'true' : null;
	}

	#updateHint(isRefused: boolean): void {
		if (!isRefused) return this.#showHint('');
		this.#showHint(busyHint);
		this.#host.announce(busyHint);
	}

	#showHint(text: string): void {
		this.#hint.hidden = text === '';
		this.#hint.textContent = text;
	}
}

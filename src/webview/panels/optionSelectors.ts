import { t } from '../../core/base/l10n.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { currentName } from '../../core/view/optionText.ts';
import type { ViewOption, ViewSession } from '../../core/view/viewSession.ts';
import type { Post } from '../page/api.ts';
import { element, iconButton } from '../page/dom.ts';
import { moveFocus } from '../page/moveFocus.ts';
import { type ControlKind, controlKind, createControl, type OptionControl } from './optionControl.ts';

/** A control may shrink to this many pixels before the last ones have to go. */
const narrowPx = 110;

interface Shown {
	readonly kind: ControlKind;
	readonly control: OptionControl;
	/** Its name and value, to tell about a change. */
	text: string;
}

/**
 * What the agent lets be chosen, in the row below the text. Shows what the agent says, so a choice counts once it
 * comes back. Where the room is short the first ones stay; the others are behind a button (acp C79).
 */
export class OptionSelectors {
	readonly element = element('div', 'options');
	readonly #post: Post;
	readonly #announce: (text: string) => void;
	readonly #more: HTMLButtonElement;
	readonly #shown = new Map<string, Shown>();
	#sessionKey: string | undefined;

	/** @param announce tells about what changed without the user's hand on it */
	constructor(post: Post, announce: (text: string) => void) {
		this.#post = post;
		this.#announce = announce;
		this.#more = iconButton('settings', t('More options'), () => post({ type: 'pickOption' }));
		this.#more.ariaHasPopup = 'dialog';
		this.#more.hidden = true;
		this.element.role = 'group';
		this.element.ariaLabel = t('Options');
		this.element.append(this.#more);
		new ResizeObserver(() => this.#fit()).observe(this.element);
	}

	/** Controls stay in place, with the focus and an open list, while their options only change. */
	update(session: ViewSession): void {
		const isSame = this.#sessionKey === session.key;
		this.#sessionKey = session.key;
		this.element.hidden = session.options.length === 0;
		const ids = new Set(session.options.map(({ id }) => id));
		for (const [id, { control }] of this.#shown) {
			if (ids.has(id)) continue;
			control.element.remove();
			this.#shown.delete(id);
		}
		session.options.forEach((option, index) => {
			const pending = session.pendingChoices?.findLast(({ optionId }) => optionId === option.id)?.value;
			this.#put(option, pending, index, isSame);
		});
		this.#fit();
	}

	#put(option: ViewOption, pending: string | boolean | undefined, index: number, isSame: boolean): void {
		const shown = this.#controlFor(option);
		this.#place(shown.control.element, index);
		shown.control.update(option, pending);
		const text = `${visibleText(option.name)}: ${visibleText(currentName(option))}`;
		const isNews = shown.text !== '' && shown.text !== text && isSame;
		shown.text = text;
		// A control that has the focus announces its value itself.
		if (isNews && document.activeElement !== shown.control.field) this.#announce(text);
	}

	#controlFor(option: ViewOption): Shown {
		const kind = controlKind(option);
		const known = this.#shown.get(option.id);
		if (known?.kind === kind) return known;
		const created: Shown = { kind, control: createControl(kind, option.id, this.#post), text: '' };
		known?.control.element.remove();
		this.#shown.set(option.id, created);
		return created;
	}

	/** Moved only when it stands elsewhere: that would take the focus away. */
	#place(control: HTMLElement, index: number): void {
		const there = this.element.children[index];
		if (there !== control) this.element.insertBefore(control, there ?? this.#more);
	}

	/** Hides what does not fit, from the end. The first one always stays. */
	#fit(): void {
		const controls = [...this.element.children].filter(
			(child): child is HTMLElement => child instanceof HTMLElement && child !== this.#more,
		);
		const focused = document.activeElement;
		for (const control of controls) control.hidden = false;
		this.#more.hidden = false;
		this.element.classList.add('measuring');
		const room = this.element.clientWidth;
		const natural = controls.map((control) => control.offsetWidth);
		const widths = natural.map((width) => Math.min(width, narrowPx) + gapPx);
		const moreWidth = this.#more.offsetWidth;
		this.element.classList.remove('measuring');
		const fitting = countFitting(widths, room, moreWidth);
		controls.forEach((control, index) => {
			control.hidden = index >= fitting;
			// Long ones give way, short ones are read whole.
			control.classList.toggle('short', fitting > 1 && (natural[index] ?? 0) <= narrowPx);
		});
		this.#more.hidden = fitting === controls.length;
		const lost = controls.slice(fitting).some((control) => control.contains(focused));
		if (lost) moveFocus(this.#more);
		else if (focused instanceof HTMLElement && this.element.contains(focused)) moveFocus(focused);
	}
}

/** As in the style sheet. */
const gapPx = 2;

/** How many of the controls fit; when not all do, the button for the others needs room as well. */
function countFitting(widths: readonly number[], room: number, moreWidth: number): number {
	const total = widths.reduce((sum, width) => sum + width, 0);
	if (total <= room) return widths.length;
	let left = room - moreWidth;
	const fitting = widths.findIndex((width) => (left -= width) < 0);
	return Math.max(1, fitting === -1 ? widths.length : fitting);
}

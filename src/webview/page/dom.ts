import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import { moveFocus } from './moveFocus.ts';

/** How long a button says that it copied. */
const copiedMs = 1500;

/** A new element with a class and children. Text children become text nodes, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	className = '',
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
	const created = document.createElement(tag);
	if (className !== '') created.className = className;
	if (children.length > 0) created.append(...children);
	return created;
}

/** A codicon that says nothing to a screen reader: the text beside it does. */
export function iconElement(name: string): HTMLElement {
	const created = element('span', `codicon codicon-${name}`);
	created.ariaHidden = 'true';
	return created;
}

/** The same for templates. */
export function icon(name: string): TemplateResult {
	return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

/** A button with an icon and a name; the name also is its tooltip. */
export function iconButton(name: string, label: string, onClick: () => void): HTMLButtonElement {
	const button = element('button', 'icon-button', iconElement(name));
	button.type = 'button';
	button.ariaLabel = label;
	button.title = label;
	button.addEventListener('click', onClick);
	return button;
}

/** A button that copies and shows that it did. */
export function copyButton(label: string, copy: () => void): HTMLButtonElement {
	const button = iconButton('copy', label, () => {
		copy();
		const drawn = button.firstElementChild;
		if (drawn === null) return;
		drawn.className = 'codicon codicon-check';
		button.ariaLabel = t('Copied');
		setTimeout(() => {
			drawn.className = 'codicon codicon-copy';
			button.ariaLabel = label;
		}, copiedMs);
	});
	return button;
}

/** A button with an icon, for templates. One that is inert stays, so that the focus does; it does nothing. */
export function iconAction(
	name: string,
	{ label, title = label, isInert = false }: { label: string; title?: string; isInert?: boolean },
	press: (event: MouseEvent) => void,
): TemplateResult {
	return html`<button
		type="button"
		class="icon-button"
		aria-label=${label}
		aria-disabled=${isInert ? 'true' : nothing}
		title=${title}
		@click=${(event: MouseEvent) => isInert || press(event)}
	>
		${icon(name)}
	</button>`;
}

/** Stops one thing that runs. Inert while it is being stopped. */
export function stopButton(name: string, isStopping: boolean, stop: () => void): TemplateResult {
	return iconAction('debug-stop', { label: t('Stop {0}', name), isInert: isStopping }, stop);
}

/** A button with words on it, for templates. @param name says more than the words do, to those who listen */
export function textButton(
	kind: string,
	words: unknown,
	press: (event: Event) => void,
	name?: string,
): TemplateResult {
	return html`<button type="button" class="button ${kind}" aria-label=${name ?? nothing} @click=${press}>
		${words}
	</button>`;
}

/** A button that unfolds the part with the id `controls`, and folds it again. */
export function foldButton(
	kind: string,
	{ isOpen, controls, title }: { isOpen: boolean; controls: string; title?: string },
	toggle: () => void,
	shown: unknown,
): TemplateResult {
	return html`<button
		type="button"
		class="fold ${kind}"
		aria-expanded=${isOpen}
		aria-controls=${controls}
		title=${title ?? nothing}
		@click=${toggle}
	>
		${icon('chevron-right')}${shown}
	</button>`;
}

/** Draws `part` anew. When the control in it that has the focus goes, `heir` takes it: the keyboard keeps its place. */
export function keepingFocus(part: Element, draw: () => void, heir: () => HTMLElement | null): void {
	const hadFocus = part.contains(document.activeElement);
	draw();
	if (hadFocus && !part.contains(document.activeElement)) moveFocus(heir());
}

/** An id for `aria-controls` and the like, unique in this document. */
export function uniqueId(prefix: string): string {
	lastId += 1;
	return `${prefix}-${lastId}`;
}

let lastId = 0;

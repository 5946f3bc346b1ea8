import { html, type TemplateResult } from 'lit-html';
import { element } from './dom.ts';
import { revealHidden, type RevealOptions } from '../../core/view/visibleText.ts';

/** Text of the agent's as nodes, with everything that would hide drawn as a marker. */
export function untrustedText(text: string, options?: RevealOptions): DocumentFragment {
	const fragment = document.createDocumentFragment();
	for (const segment of revealHidden(text, options)) {
		fragment.append(segment.isMarker ? element('span', 'hidden-char', segment.text) : segment.text);
	}
	return fragment;
}

/** The same for templates. */
export function untrustedTemplate(
	text: string,
	options?: RevealOptions,
): readonly (TemplateResult | string)[] {
	return revealHidden(text, options).map((segment) =>
		segment.isMarker ? html`<span class="hidden-char">${segment.text}</span>` : segment.text,
	);
}

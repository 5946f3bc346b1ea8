import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import { base64Bytes, formatBytes } from '../../core/view/quantities.ts';
import { element, iconElement } from '../page/dom.ts';
import { untrustedText } from '../page/untrustedText.ts';
import { createLink, isLiveHref, type OpenLink } from './links.ts';

/** Kinds that are drawn. SVG is not: it is a document, not a picture. */
const drawable = /^image\/(png|jpeg|gif|webp)$/;
const dataUri = /^data:(image\/[a-z+.-]+);base64,([A-Za-z0-9+/=]*)$/;

/** An image of base64 data, or a placeholder that says why there is none (hazard E2). */
export function createImage(mimeType: string, data: string, label: string): HTMLElement {
	const bytes = base64Bytes(data);
	const described = `${label} (${mimeType}, ${formatBytes(bytes)})`;
	if (!drawable.test(mimeType)) return placeholder(t('{0} cannot be shown', described));
	if (bytes > limits.imageBytes) return placeholder(t('{0} is too large to show', described));
	const damaged = t('{0} is damaged', described);
	if (data === '' || !/^[A-Za-z0-9+/=\s]*$/.test(data)) return placeholder(damaged);
	const image = element('img', 'picture');
	image.alt = label;
	image.decoding = 'async';
	image.addEventListener('error', () => image.replaceWith(placeholder(damaged)), { once: true });
	image.src = `data:${mimeType};base64,${data}`;
	return image;
}

/** The image of a Markdown link. Only `data:` is drawn; anything else would be a request to somewhere. */
export function createLinkedImage(href: string, alt: string, openLink: OpenLink): HTMLElement {
	const label = alt === '' ? t('Image') : alt;
	const [, mimeType, data] = dataUri.exec(href) ?? [];
	if (mimeType !== undefined && data !== undefined) return createImage(mimeType, data, label);
	if (!isLiveHref(href)) return placeholder(label);
	const link = createLink(href, openLink);
	link.append(iconElement('file-media'), ' ', untrustedText(label));
	return link;
}

/** Says what would be here. */
export function placeholder(label: string, icon = 'file-media'): HTMLElement {
	return element('span', 'placeholder', iconElement(icon), ' ', element('span', '', untrustedText(label)));
}

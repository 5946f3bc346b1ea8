/** What a page shows, as lines: what stands there, inside of what. */
import type { Page } from 'playwright-core';

/**
 * A line for each element that has a role, a name or words of its own: indented by those around it. What is not on the
 * screen is left out, and so is what is to be written in.
 */
export function drawnLines(page: Page): Promise<readonly string[]> {
	return page.evaluate(() => {
		const lines: string[] = [];
		const look = (element: Element, depth: number): void => {
			if (
				!element.checkVisibility({ visibilityProperty: true }) ||
				element.matches('.composer, style, script')
			)
				return;
			const words = [...element.childNodes]
				.filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
				.map(({ textContent }) => (textContent ?? '').trim())
				.filter((text) => text !== '');
			const icon = [...element.classList].find((name) => name.startsWith('codicon-'));
			const facts = [
				element.getAttribute('role'),
				icon,
				element.hasAttribute('aria-label') ? `"${element.getAttribute('aria-label')}"` : undefined,
				element.hasAttribute('aria-expanded')
					? `expanded=${element.getAttribute('aria-expanded')}`
					: undefined,
			].filter((fact) => typeof fact === 'string');
			const isTold = words.length > 0 || facts.length > 0 || element.tagName === 'BUTTON';
			if (isTold)
				lines.push(
					`${'  '.repeat(depth)}${[element.tagName.toLowerCase(), ...facts].join(' ')}${words.length === 0 ? '' : `: ${words.join(' … ')}`}`,
				);
			for (const child of element.children) look(child, isTold ? depth + 1 : depth);
		};
		for (const child of document.querySelector('#app')?.children ?? []) look(child, 0);
		return lines;
	});
}

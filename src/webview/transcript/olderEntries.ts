import { t } from '../../core/base/l10n.ts';
import type { Post } from '../page/api.ts';
import { element } from '../page/dom.ts';

/** Stands above the oldest entry that is there, and brings those before it: when it comes into sight, or by a click. */
export class OlderEntries {
	readonly element = element('button', 'older');
	readonly #post: Post;
	#count = 0;
	/** A snapshot is on its way. */
	#isAsked = false;

	/** @param scroller what it scrolls in */
	constructor(post: Post, scroller: HTMLElement) {
		this.#post = post;
		this.element.type = 'button';
		this.element.addEventListener('click', () => this.ask(false));
		this.update(0);
		const observer = new IntersectionObserver(
			(seen) => {
				if (seen.some(({ isIntersecting }) => isIntersecting)) this.ask(false);
			},
			{ root: scroller, rootMargin: '400px 0px 0px 0px' },
		);
		observer.observe(this.element);
	}

	/** @param count entries that are not there */
	update(count: number): void {
		this.#count = count;
		this.#isAsked = false;
		this.element.hidden = count === 0;
		this.element.textContent = count === 1 ? t('Show 1 earlier entry') : t('Show {0} earlier entries', count);
	}

	/** Asks for the next of them, or for all. */
	ask(isAll: boolean): void {
		if (this.#count === 0 || this.#isAsked) return;
		this.#isAsked = true;
		this.#post({ type: 'showOlder', isAll });
	}
}

import { render } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { ViewPermission } from '../../core/view/viewEntry.ts';
import { element } from '../page/dom.ts';
import { loadProblem } from '../page/lazyScript.ts';
import { createArticle, type EntryContext, type EntryView } from './entryView.ts';
import { InputGuard } from './inputGuard.ts';
import type { PermissionBody } from './permissionBody.ts';
import { toolBodies } from './toolBodies.ts';

/** A request for permission, in the card of its call where it has one. What it shows is a `PermissionBody`. */
export class PermissionView implements EntryView<ViewPermission> {
	readonly element: HTMLElement;
	readonly #context: EntryContext;
	readonly #guard = new InputGuard(
		() => this.#draw(),
		() => {
			if (this.#entry.state.type === 'pending') this.restartGuard();
		},
	);
	#entry: ViewPermission;
	/** Absent while its script is on the way. */
	#body: PermissionBody | undefined;

	constructor(entry: ViewPermission, context: EntryContext) {
		this.#context = context;
		this.#entry = entry;
		this.element = createArticle(entry.id, 'permission from-agent');
		toolBodies.request();
		this.#guard.restart();
		this.#draw();
	}

	update(entry: ViewPermission): void {
		// Any difference starts the guard anew.
		const isSame = JSON.stringify(entry) === JSON.stringify(this.#entry);
		this.#entry = entry;
		if (!isSame) this.restartGuard();
		else this.#draw();
	}

	/** What is asked about has changed, here or in the card of the tool call (hazard C9). */
	restartGuard(): void {
		this.#body?.forgetAnswer();
		this.delayGuard();
	}

	delayGuard(): void {
		this.#guard.restart();
		this.#draw();
	}

	unfold(): void {
		this.#body?.unfold();
	}

	work(deadline: number): boolean {
		if (this.#body === undefined) {
			if (toolBodies.loaded === undefined && toolBodies.failure === undefined) return false;
			// The question appears now.
			this.delayGuard();
		}
		return this.#body?.work(deadline) ?? true;
	}

	dispose(): void {
		this.#guard.dispose();
	}

	#draw(): void {
		const { title, state } = this.#entry;
		this.element.ariaLabel = t('Permission: {0}', visibleText(title));
		this.element.dataset['state'] = state.type;
		const { loaded, failure } = toolBodies;
		if (loaded !== undefined)
			this.#body ??= new loaded.PermissionBody(this.element, this.#guard, this.#context);
		if (this.#body !== undefined) return this.#body.draw(this.#entry);
		if (failure === undefined) return;
		const problem = element('p', 'permission-description', loadProblem(failure));
		problem.role = 'alert';
		render(problem, this.element);
	}
}

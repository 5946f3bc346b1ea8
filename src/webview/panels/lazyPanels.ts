import { element } from '../page/dom.ts';
import { LazyScript, loadProblem } from '../page/lazyScript.ts';
import type { PanelHost } from './panelHost.ts';
import type { PanelContent, Panels } from './panels.ts';

const script = new LazyScript(() => import('./panels.ts'));

/** Where the panels stand. They are a script of their own, loaded with the first of them that has something to show. */
export class LazyPanels {
	readonly #host: PanelHost;
	/** The panels come before it. */
	readonly #end: HTMLElement;
	#panels: Panels | undefined;
	/** The last content before the script was needed, and all since: what is new in it is told. */
	#missed: readonly PanelContent[] = [];
	#isLoading = false;

	constructor(host: PanelHost, end: HTMLElement) {
		this.#host = host;
		this.#end = end;
	}

	update(content: PanelContent): void {
		if (this.#panels !== undefined) return this.#panels.update(content);
		this.#missed = this.#isLoading ? [...this.#missed, content] : [...this.#missed.slice(-1), content];
		if (this.#isLoading || !hasContent(content)) return;
		this.#isLoading = true;
		script.whenLoaded(
			({ Panels }) => this.#place(new Panels(this.#host)),
			(failure) => this.#tell(failure),
		);
	}

	#place(panels: Panels): void {
		this.#panels = panels;
		this.#end.before(...panels.elements);
		for (const content of this.#missed) panels.update(content);
		this.#missed = [];
	}

	#tell(failure: string): void {
		const problem = element('div', 'approval', loadProblem(failure));
		problem.role = 'alert';
		this.#end.before(problem);
	}
}

function hasContent({ session, plans, changes, away }: PanelContent): boolean {
	const { agent, notices, queue = [], running } = session;
	const isAsking = agent.type === 'unapproved' || agent.type === 'login_required';
	const hasReview = changes !== undefined || away !== undefined;
	return isAsking || hasReview || notices.length + queue.length + running.length + plans.length > 0;
}

import type { ViewSession } from '../../core/view/viewModel.ts';
import { element } from '../dom.ts';
import { formatSeconds } from '../format.ts';

/** What the session is doing, in the words that people and tests know. */
export function statusText(session: ViewSession): string {
	const { agent, turn } = session;
	if (turn.type === 'stopping') return 'Stopping';
	// Questions also come outside of a turn: a login may ask.
	const isAsked = session.pendingElicitations.length > 0 && session.pendingPermissions.length === 0;
	if (isAsked) return 'Waiting for your answer';
	if (turn.type === 'requires_action') return 'Waiting for permission';
	if (agent.type === 'starting') return 'Starting';
	if (agent.type === 'unapproved') return 'Not approved';
	if (turn.type === 'running') return 'Working';
	if (agent.type === 'login_required') return 'Login required';
	return agent.type === 'exited' ? 'Agent exited' : 'Ready';
}

/** The state of the session and, while something runs, for how long. Only a change of state is announced. */
export class StatusLine {
	readonly element = element('div', 'status-line');
	readonly #status = element('span', 'status-state');
	readonly #elapsed = element('span', 'status-elapsed');
	#since: number | undefined;
	#timer: ReturnType<typeof setInterval> | undefined;

	constructor() {
		this.#status.role = 'status';
		// It ticks: read out each second it would be noise.
		this.#elapsed.ariaHidden = 'true';
		this.element.append(element('span', 'status-dot'), this.#status, this.#elapsed);
	}

	update(session: ViewSession): void {
		const text = statusText(session);
		// Writing the same text again may be announced again.
		if (this.#status.textContent !== text) this.#status.textContent = text;
		this.element.dataset['state'] = text;
		this.#count(sinceOf(session));
	}

	#count(since: number | undefined): void {
		this.#since = since;
		this.#tick();
		if (since === undefined) {
			clearInterval(this.#timer);
			this.#timer = undefined;
		} else {
			this.#timer ??= setInterval(() => this.#tick(), 1000);
		}
	}

	#tick(): void {
		const text = this.#since === undefined ? '' : formatSeconds(Date.now() - this.#since);
		this.#elapsed.textContent = text === '0s' ? '' : text;
	}
}

function sinceOf({ agent, turn }: ViewSession): number | undefined {
	if (turn.type === 'stopping') return turn.stopAt;
	if (turn.type !== 'idle') return turn.startedAt;
	return agent.type === 'starting' ? agent.since : undefined;
}

/** Tells a crash loop from a crash (hazard B4). Nobody is started again by itself: that is the user's to decide. */
import type { Clock } from '../../base/clock.ts';
import { AgentError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';
import { failureNotice, type Notice } from './agentFailure.ts';

export class Crashes {
	readonly #clock: Clock;
	#times: readonly number[] = [];

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** What to say of a failure of the agent named `agentTitle`: of one that exits again and again, that it does. */
	noticeOf(agentTitle: string, error: unknown): Notice {
		const notice = failureNotice(agentTitle, error);
		if (!AgentError.is(error, 'exited')) return notice;
		const now = this.#clock.now();
		this.#times = [...this.#times.filter((at) => now - at < limits.crashWindowMs), now];
		if (this.#times.length < limits.crashCount) return notice;
		const minutes = limits.crashWindowMs / 60_000;
		return {
			...notice,
			title: t('{0} exited {1} times within {2} minutes', agentTitle, this.#times.length, minutes),
			detail: `${t('It will hardly do better next time. The log may say why.')}\n${notice.detail ?? ''}`,
			actions: ['show_log', 'restart'],
		};
	}
}

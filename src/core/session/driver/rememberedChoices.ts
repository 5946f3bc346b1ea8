/** What the user chose before, chosen again in a session that has just begun or come back. */
import type { Clock } from '../../base/clock.ts';
import { AgentError } from '../../base/errors.ts';
import { listing, type Spoken } from '../../base/sentence.ts';
import { saying } from '../model/saying.ts';
import * as limits from '../../base/limits.ts';
import { isLoginRequired, type Notice } from './agentFailure.ts';
import type { AgentPort } from '../model/agentPort.ts';
import { choicesIn, type ConfigOption, isOffered } from '../model/config.ts';
import type { SessionEvent } from '../model/events.ts';
import type { SessionState } from '../model/sessionState.ts';

export interface RememberedChoices {
	/** Option id to value, in the order to set them. */
	choices(): ReadonlyMap<string, string | boolean>;
	/** Names of the options that were set, and of those that the agent did not take. */
	onApplied(taken: readonly Spoken[], refused: readonly Spoken[]): void;
}

/** What counted in the session before its agent ended or the window went away; undefined when nothing is known of it. */
export function choicesBefore({ options, earlierChoices }: SessionState): RememberedChoices | undefined {
	const known = options.length === 0 ? earlierChoices : choicesIn(options);
	if (known === undefined) return undefined;
	const values = new Map(known.map(({ optionId, value }) => [optionId, value]));
	return { choices: () => values, onApplied: () => undefined };
}

interface FreshSession {
	readonly port: AgentPort;
	readonly sessionId: string;
	readonly state: SessionState;
	readonly dispatch: (event: SessionEvent) => void;
}

/** As `chooseAgain`, but an agent that does not answer must not keep back what comes next. */
export async function chooseInTime(
	session: FreshSession,
	remembered: RememberedChoices,
	clock: Clock,
	isGone: () => boolean,
): Promise<void> {
	let isLate = false;
	const patience = Promise.withResolvers<void>();
	const timer = clock.setTimer(limits.rememberedOptionsMs, () => patience.resolve());
	await Promise.race([chooseAgain(session, remembered, () => isLate || isGone()), patience.promise]);
	isLate = true;
	timer.dispose();
}

/**
 * Sets what is still offered and different from what counts now; one after the other, because a choice may change
 * what else is offered. Never rejects.
 * @param isOver asked before each: nothing is set any more once the session is in use
 */
async function chooseAgain(
	session: FreshSession,
	remembered: RememberedChoices,
	isOver: () => boolean,
): Promise<void> {
	const taken: Spoken[] = [];
	const refused: Spoken[] = [];
	for (const [optionId, value] of remembered.choices()) {
		const option = session.state.options.find(({ id }) => id === optionId);
		if (isOver()) break;
		if (option === undefined || option.current === value || !isOffered(option, value)) continue;
		const outcome = await choose(session, option, value);
		if (outcome === 'over') break;
		(outcome === 'taken' ? taken : refused).push(option.name);
	}
	if (taken.length + refused.length > 0) remembered.onApplied(taken, refused);
	if (refused.length > 0) session.dispatch({ type: 'notice', notice: refusedNotice(session.state, refused) });
}

function refusedNotice({ agentTitle }: SessionState, names: readonly Spoken[]): Notice {
	return {
		severity: 'info',
		title: saying('choices_refused', agentTitle),
		detail: listing(names),
		actions: [],
	};
}

async function choose(
	{ port, sessionId, dispatch }: FreshSession,
	option: ConfigOption,
	value: string | boolean,
): Promise<'taken' | 'refused' | 'over'> {
	const choice = { optionId: option.id, value };
	dispatch({ type: 'option_requested', ...choice });
	try {
		const options = await port.setOption(sessionId, option, value);
		dispatch({ type: 'option_taken', ...choice, options });
		return 'taken';
	} catch (error) {
		// Told by the caller, with the others that failed.
		dispatch({ type: 'option_refused', ...choice });
		// An agent that wants a login first says so again at the first prompt, and its end is told where it is opened.
		return isLoginRequired(error) || AgentError.is(error, 'exited') ? 'over' : 'refused';
	}
}

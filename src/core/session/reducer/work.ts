/** What the agent says of its work, for agents that report it: whether they are busy, and what outlives the turn. */
import type { AgentEvent } from '../model/agentEvents.ts';
import type { Step } from './draft.ts';
import type { AgentWork } from '../model/turnState.ts';
import { endUnlistedSubagents } from './subagents.ts';
import { endUnlistedTerminals } from './terminals.ts';
import { cancelUnfinished } from './toolCalls.ts';
import { isBusy } from './turnFacts.ts';
import { moveTurn } from './turnMove.ts';

type Work = Extract<AgentEvent, { type: 'work' }>;

/** Takes note of what the agent says. Work that no prompt asked for begins a turn of its own (acp C236). */
export function reportWork(step: Step, { work, background }: Work, at: number): void {
	const { draft } = step;
	followPrompts(step, work);
	draft.work = work;
	if (background !== undefined) draft.background = background;
	if (work.type === 'idle' && background !== undefined) endUnlisted(step, at);
	moveTurn(step, isBusy(work) ? 'work_busy' : 'work_idle', at);
	step.changes.push({ type: 'session' });
}

/** What the report says of the prompts that were sent: an agent that is idle after Stop has no work to begin. */
function followPrompts({ draft }: Step, work: AgentWork): void {
	if (draft.isReplaying) return;
	const [wasBusy, isNowBusy] = [isBusy(draft.work), isBusy(work)];
	const isStopping = draft.turn.type === 'stopping';
	draft.turnPrompts = draft.turnPrompts.map((prompt) => {
		if (!prompt.isSent || prompt.work === 'done') return prompt;
		if (isNowBusy) return wasBusy ? prompt : { ...prompt, work: 'begun' };
		return isStopping || (wasBusy && prompt.work === 'begun') ? { ...prompt, work: 'done' } : prompt;
	});
}

/** An idle agent has said what runs on: nothing else does, whether it told the end of it or not. */
function endUnlisted(step: Step, at: number): void {
	endUnlistedTerminals(step);
	endUnlistedSubagents(step);
	// In a turn its end does that.
	if (step.draft.turn.type === 'idle') cancelUnfinished(step, at);
}

import { dismissNotice, openSession, rename, setAgent, setSession } from './sessionFacts.ts';
import type { Step } from './draft.ts';
import { completeElicitation, requestElicitation, settleElicitation } from './elicitations.ts';
import type { HostEvent } from '../model/events.ts';
import { addNoticeEntry } from './notices.ts';
import { endReplay, startReplay } from './replacedHistory.ts';
import { refuseOption, requestOption, takeOption } from './options.ts';
import {
	askPermission,
	markStaleAnswer,
	requestPermission,
	reviseAll,
	settlePermission,
	takeBackAnswer,
} from './permissions.ts';
import {
	answerPrompt,
	moveQueued,
	pauseQueue,
	queuePrompt,
	recallQueued,
	takePrompt,
	takeQueued,
	unqueuePrompt,
	withdrawQueued,
} from './promptQueue.ts';
import { dropPromptAwaitingLogin, sendPrompt, showAwaitingLogin } from './prompts.ts';
import { injectPrompt, markSteering, returnQueued } from './steering.ts';
import { restoreFiles } from './restores.ts';
import { restoreHistory } from './storedHistory.ts';
import { scopeOf } from './subagents.ts';
import {
	appendOutput,
	createTerminal,
	endTerminal,
	hostTerminal,
	setTerminalCancelling,
} from './terminals.ts';
import { setCallCancelling } from './toolCalls.ts';
import {
	finishTurn,
	markResuming,
	noteSilence,
	requestCancel,
	resendPrompt,
	submitPrompt,
	withdrawPrompt,
} from './turn.ts';

/** The reducer's cases for what happens on this side. What each does stands with its subject. */
export function applyHostEvent(step: Step, event: HostEvent, now: number): void {
	switch (event.type) {
		case 'terminal_created':
			return createTerminal(step, event, now);
		case 'own_terminal_output':
			return appendOutput(step, hostTerminal(step, event.terminalId, now), event.data);
		case 'own_terminal_exited':
			return endTerminal(step, hostTerminal(step, event.terminalId, now), event);
		case 'agent_state':
			return setAgent(step, event.agent, now);
		case 'session_opened':
			return openSession(step, event);
		case 'option_requested':
			return requestOption(step, event);
		case 'option_taken':
			return takeOption(step, event);
		case 'option_refused':
			return refuseOption(step, event);
		case 'files_restored':
			return restoreFiles(step, event);
		case 'renamed':
			return rename(step, event.title);
		case 'agent_notice_dismissed':
			return dismissNotice(step, event.id);
		case 'history_restored':
			return restoreHistory(step, event);
		case 'replay_started':
			return startReplay(step);
		case 'replay_ended':
			return endReplay(step, now);
		case 'prompt_submitted':
			return submitPrompt(step, event);
		case 'prompt_sent':
			return sendPrompt(step, event.entryId);
		case 'prompt_unsent':
			return withdrawPrompt(step, event.entryId, now, event.end);
		case 'prompt_awaiting_login':
			withdrawPrompt(step, event.entryId, now);
			return setSession(step, { promptAwaitingLogin: event.content });
		case 'prompt_still_awaiting_login':
			return showAwaitingLogin(step, event.content, event.at);
		case 'prompt_taken_back':
			return dropPromptAwaitingLogin(step);
		case 'prompt_resent':
			return resendPrompt(step, event.at);
		case 'cancel_requested':
			return requestCancel(step, event.at);
		case 'prompt_queued':
			return queuePrompt(step, event);
		case 'prompt_dequeued':
			return takeQueued(step, event);
		case 'prompt_unqueued':
			return unqueuePrompt(step, event.id);
		case 'queue_recalled':
			return recallQueued(step);
		case 'prompt_withdrawing':
			return withdrawQueued(step, event.id);
		case 'prompt_moved':
			return moveQueued(step, event);
		case 'prompt_returned':
			return returnQueued(step, event);
		case 'prompt_steering':
			return markSteering(step, event.id, 'steering');
		case 'prompt_steered':
			return markSteering(step, event.id, 'steered');
		case 'prompt_injected':
			return injectPrompt(step, event.id, event.at);
		case 'steering_missing':
			return setSession(step, { capabilities: { ...step.draft.capabilities, steering: false } });
		case 'queue_paused':
			return pauseQueue(step, event.reason);
		case 'queue_resumed':
			return setSession(step, { queuePause: undefined });
		case 'prompt_taken':
			return answerPrompt(step, event);
		case 'prompt_failed_at_work':
			return takePrompt(step, event);
		case 'call_cancelling':
			return setCallCancelling(step, event.entryId, event.isCancelling);
		case 'terminal_cancelling':
			return setTerminalCancelling(step, event.terminalId, event.isCancelling);
		case 'turn_ended':
		case 'turn_failed':
			return finishTurn(step, event);
		case 'turn_resuming':
			return markResuming(step, event.isResuming);
		case 'turn_silent':
			return noteSilence(step, event.isSilent);
		case 'step_failed':
			return reviseAll(step);
		case 'permission_requested':
			return requestPermission(inScope(step, event.subagentId), event);
		case 'permission_asked':
			return askPermission(step, event.permissionId);
		case 'permission_answer_stale':
			return markStaleAnswer(step, event.permissionId);
		case 'permission_settled':
			return settlePermission(step, event);
		case 'answer_unsent':
			return takeBackAnswer(step, event.permissionId, event.by);
		case 'elicitation_requested':
			return requestElicitation(inScope(step, event.subagentId), event);
		case 'elicitation_settled':
			return settleElicitation(step, event.entryId, event.state);
		case 'elicitation_completed':
			return completeElicitation(step, event.elicitationId);
		case 'notice':
			return addNoticeEntry(step, event.notice);
	}
}

/** What a child session asks for belongs to it. */
function inScope(step: Step, subagentId: string | undefined): Step {
	return subagentId === undefined ? step : { ...step, scope: scopeOf(step, subagentId) };
}

import { spoken, t } from '../base/l10n.ts';
import { lastPart } from '../base/uriName.ts';
import type { ConfigOption } from '../session/model/config.ts';
import type { SessionState } from '../session/model/sessionState.ts';
import { visibleText } from './visibleText.ts';
import { runningWork } from './runningWork.ts';
import type { ViewAgentState, ViewOption, ViewQueuedPrompt, ViewSession } from './viewSession.ts';
import type { Content } from '../session/model/content.ts';
import type { QueuedPrompt } from '../session/model/turnState.ts';

/** Options with the names that they are shown by. */
const namesOf = new WeakMap<readonly ConfigOption[], readonly ViewOption[]>();

/** Projects everything around the transcript. */
export function projectSession(state: SessionState): ViewSession {
	const planIds = [...state.plans.values()];
	return {
		key: state.key,
		agentTitle: state.agentTitle,
		title: sessionTitle(state),
		agent: projectAgent(state),
		turn: state.turn,
		commands: state.commands,
		options: namedOptions(state.options),
		...(state.pendingChoices.length === 0 ? {} : { pendingChoices: state.pendingChoices }),
		...(state.usage === undefined ? {} : { usage: state.usage }),
		...(state.quota.length === 0 ? {} : { quota: state.quota }),
		notices: state.agentNotices,
		running: runningWork(state),
		...(state.queue.length === 0 ? {} : { queue: projectQueue(state.queue) }),
		...(state.queuePause === undefined ? {} : { queuePause: state.queuePause }),
		...(state.capabilities.steering && isWorking(state) ? { steers: true } : {}),
		accepts: { image: state.capabilities.promptImage, audio: state.capabilities.promptAudio },
		pendingPermissions: state.pendingPermissions,
		pendingElicitations: state.pendingElicitations,
		...(planIds.length === 0 ? {} : { planIds }),
	};
}

/** A turn that stops takes nothing any more. */
function isWorking({ turn }: SessionState): boolean {
	return turn.type === 'running' || turn.type === 'requires_action';
}

/** The same array for the same options: the publisher posts only another one. */
function namedOptions(options: readonly ConfigOption[]): readonly ViewOption[] {
	const named = namesOf.get(options) ?? options.map((option) => ({ ...option, name: spoken(option.name) }));
	namesOf.set(options, named);
	return named;
}

/** What a session may be called by. */
type Named = Pick<SessionState, 'localTitle' | 'title' | 'promptTitle'>;

/**
 * What people call the session: their own name for it, else the agent's, else what their first prompt says. Empty when
 * there is none yet.
 */
export function sessionTitle({ localTitle, title, promptTitle = '' }: Named): string {
	return localTitle ?? (title.trim() === '' ? promptTitle : title);
}

/** The name of a session in plain text, never empty. */
export function shownTitle(title: string): string {
	return title.trim() === '' ? t('New session') : visibleText(title);
}

/** What a conversation is called where it needs a name. Untrusted text, as it is. */
export function conversationName(state: Named & Pick<SessionState, 'agentTitle'>): string {
	const title = sessionTitle(state);
	return title === '' ? t('Conversation with {0}', state.agentTitle) : title;
}

/** The agent, and the session where that has a name: for a sentence that is read apart from it. Plain text. */
export function agentInSession(state: Named & Pick<SessionState, 'agentTitle'>): string {
	const title = sessionTitle(state);
	const agent = visibleText(state.agentTitle);
	return title === '' ? agent : t('{0} in “{1}”', agent, visibleText(title));
}

/** Arguments and environments of a login stay in the host. */
function projectAgent({ agent, promptAwaitingLogin }: SessionState): ViewAgentState {
	if (agent.type !== 'login_required') return agent;
	const methods = agent.methods.map(({ id, name, description, type }) => ({
		id,
		name,
		...(description === undefined ? {} : { description }),
		type,
	}));
	const { type, reason, attempt } = agent;
	const hasPromptAwaitingLogin = promptAwaitingLogin !== undefined;
	return { type, reason, methods, ...(attempt === undefined ? {} : { attempt }), hasPromptAwaitingLogin };
}

/** A prompt in the queue is there to be recognised: its whole text comes back when it is taken back. */
const maxChars = 2000;

/** The prompts that wait, first in line first. */
function projectQueue(queue: readonly QueuedPrompt[]): readonly ViewQueuedPrompt[] {
	return queue.map(({ id, content, place, isNext, isDoubtful }) => ({
		id,
		text: queuedText(content),
		place,
		...(isNext === undefined ? {} : { isNext }),
		...(isDoubtful === undefined ? {} : { isDoubtful }),
	}));
}

function queuedText(content: readonly Content[]): string {
	const text = content
		.map(partText)
		.filter((part) => part !== '')
		.join(' ');
	return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

/** Text as it is, anything else by its name in brackets. */
function partText(content: Content): string {
	switch (content.type) {
		case 'text':
			return content.attached === undefined ? content.text.trim() : `[${content.attached.name}]`;
		case 'resource_link':
			return t('[file {0}]', content.name);
		case 'resource':
			return t('[file {0}]', lastPart(content.uri));
		case 'image':
			return t('[image]');
		case 'audio':
			return t('[audio]');
		case 'unknown':
			return `[${content.kind}]`;
	}
}

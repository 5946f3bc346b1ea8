import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';
import type {
	Entry,
	MessageEntry,
	PermissionEntry,
	PlanEntry,
	ToolCallEntry,
} from '../../session/model/entry.ts';
import type { SessionState } from '../../session/model/sessionState.ts';
import { formatDuration } from '../quantities.ts';
import { clippedText, visibleText } from '../visibleText.ts';
import { permissionTitle } from '../callTitle.ts';
import { askedCallOf, permissionDetails } from '../permissionSubject.ts';
import { isWhole, subagentOf } from '../project.ts';
import { sessionTitle } from '../projectSession.ts';
import { shownContent, terminalLabel } from '../projectToolCall.ts';
import { commandEnd, commandOutput } from './commandOutput.ts';
import { contentSource } from './contentMarkdown.ts';
import { diffText } from './diffText.ts';
import * as words from '../entryWords.ts';
import { plainText } from './markdownText.ts';
import { leftOutText, newestParts } from './newestParts.ts';
import { noticeWords, subagentTitle } from '../sayings.ts';

type Label = (path: string) => string;

/** A line that says who, what, in which state and how long; below it, indented, the text of several lines, if any. */
interface Told {
	readonly head: string;
	readonly lines?: string;
}

/**
 * The conversation for a screen reader: one line for each thing, numbered, with who, what, state and duration. Texts of
 * several lines follow theirs, indented. What waits for the user says by which command it is answered.
 * Linear and bounded as `conversationMarkdown`.
 * @param label how to show an absolute path
 */
export function conversationText(state: SessionState, label: Label): string {
	const entries = [...state.entries.values()].map((entry, index) => ({ entry, number: index + 1 }));
	const { parts, leftOut } = newestParts(entries, ({ entry, number }) => {
		const told = tell(state, entry, label);
		return told === undefined ? undefined : { text: toldText(told, number, whoPrefix(state, entry)) };
	});
	const left = leftOut === 0 ? [] : [leftOutText(leftOut)];
	return [...headOf(state), ...left, '', ...parts.map(({ text }) => text), ''].join('\n');
}

function headOf(state: SessionState): readonly string[] {
	const title = sessionTitle(state);
	const waiting = state.pendingPermissions.length + state.pendingElicitations.length;
	return [
		title === ''
			? t('Conversation with {0}', visibleText(state.agentTitle))
			: t('Conversation with {0}: {1}', visibleText(state.agentTitle), visibleText(title)),
		t('Folder: {0}', visibleText(state.cwd)),
		waiting === 0
			? t('State: {0}', stateName(state))
			: t('State: {0}, {1} waiting for your answer', stateName(state), waiting),
	];
}

function stateName({ agent, turn }: SessionState): string {
	return agent.type === 'ready' ? turnStates[turn.type]() : agentStates[agent.type]();
}

const agentStates = {
	unapproved: () => t('agent unapproved'),
	starting: () => t('agent starting'),
	login_required: () => t('agent login required'),
	exited: () => t('agent exited'),
};

const turnStates = {
	idle: () => t('ready'),
	running: () => t('running'),
	requires_action: () => t('requires action'),
	stopping: () => t('stopping'),
};

function toldText({ head, lines }: Told, number: number, who: string): string {
	const line = `${number}. ${who}${head}`;
	if (lines === undefined || lines.trim() === '') return line;
	const indented = plainText(lines).trimEnd().split('\n');
	return [line, ...indented.map((one) => (one === '' ? '' : `  ${one}`))].join('\n');
}

function whoPrefix(state: SessionState, entry: Entry): string {
	const parent = state.entries.get(subagentOf(state, entry) ?? '');
	return parent?.type === 'subagent'
		? `${words.subagentName(parent.kind)} ${visibleText(subagentTitle(parent))}, `
		: '';
}

function tell(state: SessionState, entry: Entry, label: Label): Told | undefined {
	switch (entry.type) {
		case 'message':
			return tellMessage(state, entry);
		case 'tool_call':
			return tellCall(state, entry, label);
		case 'plan':
			return tellPlan(entry);
		case 'permission':
			return tellPermission(state, entry, label);
		case 'elicitation': {
			const address = entry.mode.type === 'url' ? { lines: visibleText(entry.mode.url) } : {};
			return {
				head: t('Question: {0}: {1}', visibleText(entry.message), words.questionState(entry)),
				...address,
			};
		}
		case 'compaction': {
			const problem = entry.error === undefined ? '' : `: ${visibleText(entry.error)}`;
			return {
				head: `${words.compactionTitle(entry.status)}${problem}`,
				lines: contentSource(entry.summary),
			};
		}
		case 'subagent':
			return {
				head: `${words.subagentName(entry.kind)}: ${visibleText(subagentTitle(entry))}: ${words.subagentState(entry.state)}`,
			};
		case 'attempt':
			return { head: visibleText(words.attemptState(entry.attempts)) };
		case 'notice': {
			const { title, detail } = noticeWords(entry);
			const head = `${words.severityName(entry.severity)}: ${visibleText(title)}`;
			return detail === undefined ? { head } : { head, lines: detail };
		}
	}
}

function tellMessage(state: SessionState, entry: MessageEntry): Told | undefined {
	const { agentTitle } = state;
	const { role, content, isUnsent, startedAt, endedAt } = entry;
	const isComplete = isWhole(state, entry);
	const text = clippedText(plainText(contentSource(content)), limits.conversationChars).trim();
	if (text === '') return undefined;
	const duration = formatDuration(endedAt - startedAt);
	const who = {
		user: isUnsent === true ? t('You, not sent') : t('You'),
		agent: isComplete ? visibleText(agentTitle) : t('{0}, still writing', visibleText(agentTitle)),
		thought: isComplete ? words.thoughtName(duration) : t('Thinking'),
	}[role];
	if (!text.includes('\n')) return { head: `${who}: ${text}` };
	return { head: t('{0}, {1} lines:', who, text.split('\n').length), lines: text };
}

function tellCall(state: SessionState, call: ToolCallEntry, label: Label): Told {
	const places = new Set(call.locations.map((location) => visibleText(words.placeName(location, label))));
	const others = [...places].filter((place) => !call.title.includes(place));
	const where = others.length === 0 ? '' : ` ${t('in {0}', others.join(', '))}`;
	const title = call.title === '' ? '' : `: ${visibleText(call.title)}`;
	const lines = shownContent(state, call).map((item): string => {
		switch (item.type) {
			case 'content':
				return clippedText(contentSource([item.content]));
			case 'terminal':
				return tellTerminal(state, call, item.terminalId);
			case 'diff':
			case 'file_change':
				return `${visibleText(words.changeName(item, call, label))}\n${diffText(item)}`;
		}
	});
	return {
		head: `${words.kindName(call.kind)}${title}${where}: ${visibleText(words.callState(call))}`,
		lines: lines.join('\n'),
	};
}

function tellTerminal(state: SessionState, call: ToolCallEntry, terminalId: string): string {
	const terminal = state.terminals.get(terminalId);
	const command = t('Command: {0}', visibleText(terminalLabel(call, terminal)));
	if (terminal === undefined) return command;
	const { text, isCut } = commandOutput(terminal);
	const head = `${command}: ${commandEnd(terminal) ?? t('still running')}`;
	const output = isCut ? `${t('Earlier output is left out.')}\n${text}` : text;
	return output === '' ? head : `${head}\n${output}`;
}

function tellPlan({ items, document, isRemoved }: PlanEntry): Told {
	const done = items.filter(({ status }) => status === 'completed').length;
	const progress = items.length === 0 ? '' : `: ${t('{0} of {1} steps completed', done, items.length)}`;
	const steps = items.map(({ content, status }) => `${words.callStatus(status)}: ${visibleText(content)}`);
	const text = document?.type === 'markdown' ? [document.text] : [];
	const lines = [...text, ...steps].join('\n');
	return { head: `${isRemoved === true ? t('Plan, removed') : t('Plan')}${progress}`, lines };
}

function tellPermission(state: SessionState, entry: PermissionEntry, label: Label): Told {
	const title = permissionTitle(state, entry, label);
	const head = t('Permission: {0}: {1}', visibleText(title), visibleText(words.permissionState(entry)));
	const details = permissionDetails(entry, askedCallOf(state, entry), label);
	const said = visibleText(details, { isMultiline: true });
	if (entry.state.type !== 'pending') return { head, lines: said };
	const answers = entry.options.map(({ name }) => visibleText(name)).join(', ');
	return {
		head,
		lines: `${said}\n${t('Answers: {0}. To answer, run the command ACP: Answer Permission Request.', answers)}`,
	};
}

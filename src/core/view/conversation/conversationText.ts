import { limits } from '../../base/limits.ts';
import type {
	Entry,
	MessageEntry,
	PermissionEntry,
	PlanEntry,
	SessionState,
	ToolCallEntry,
} from '../../session/model.ts';
import { formatDuration } from '../duration.ts';
import { visibleText } from '../hostileText.ts';
import { saidDetails, toolCallOf, unsaid } from '../permissionSubject.ts';
import { shownContent, subagentOf, terminalLabel } from '../project.ts';
import { sessionTitle } from '../projectSession.ts';
import { commandEnd, commandOutput } from './commandOutput.ts';
import { contentSource, cut } from './contentMarkdown.ts';
import { diffText } from './diffText.ts';
import {
	callState,
	changeName,
	compactionTitles,
	kindName,
	permissionState,
	placeName,
	questionState,
	severityName,
	stepStates,
	subagentState,
} from './entryWords.ts';
import { plainText } from './markdownText.ts';
import { leftOutText, newestParts } from './newestParts.ts';

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
	const left = leftOutText(leftOut);
	return [...headOf(state), ...(left === '' ? [] : [left]), '', ...parts.map(({ text }) => text), ''].join(
		'\n',
	);
}

function headOf(state: SessionState): readonly string[] {
	const title = sessionTitle(state);
	const name = title === '' ? '' : `: ${visibleText(title)}`;
	const waiting = state.pendingPermissions.length + state.pendingElicitations.length;
	return [
		`Conversation with ${visibleText(state.agentTitle)}${name}`,
		`Folder: ${visibleText(state.cwd)}`,
		`State: ${stateName(state)}${waiting === 0 ? '' : `, ${waiting} waiting for your answer`}`,
	];
}

function stateName({ agent, turn }: SessionState): string {
	if (agent.type !== 'ready') return `agent ${agent.type.replace('_', ' ')}`;
	return turn.type === 'idle' ? 'ready' : turn.type.replace('_', ' ');
}

function toldText({ head, lines }: Told, number: number, who: string): string {
	const line = `${number}. ${who}${head}`;
	if (lines === undefined || lines.trim() === '') return line;
	const indented = plainText(lines).trimEnd().split('\n');
	return [line, ...indented.map((one) => (one === '' ? '' : `  ${one}`))].join('\n');
}

function whoPrefix(state: SessionState, entry: Entry): string {
	const parent = state.entries.get(subagentOf(state, entry) ?? '');
	return parent?.type === 'subagent' ? `Subagent ${visibleText(parent.title)}, ` : '';
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
			return { head: `Question: ${visibleText(entry.message)}: ${questionState(entry)}`, ...address };
		}
		case 'compaction': {
			const problem = entry.error === undefined ? '' : `: ${visibleText(entry.error)}`;
			return { head: `${compactionTitles[entry.status]}${problem}`, lines: contentSource(entry.summary) };
		}
		case 'subagent':
			return { head: `Subagent: ${visibleText(entry.title)}: ${subagentState(entry)}` };
		case 'notice': {
			const head = `${severityName(entry)}: ${visibleText(entry.title)}`;
			return entry.detail === undefined ? { head } : { head, lines: entry.detail };
		}
	}
}

function tellMessage({ agentTitle }: SessionState, entry: MessageEntry): Told | undefined {
	const { role, content, isComplete, isUnsent, startedAt, endedAt } = entry;
	const text = cut(plainText(contentSource(content)), limits.conversationChars).trim();
	if (text === '') return undefined;
	const duration = formatDuration(endedAt - startedAt);
	const who = {
		user: isUnsent === true ? 'You, not sent' : 'You',
		agent: isComplete ? visibleText(agentTitle) : `${visibleText(agentTitle)}, still writing`,
		thought: isComplete ? `Thought${duration === '' ? '' : ` for ${duration}`}` : 'Thinking',
	}[role];
	if (!text.includes('\n')) return { head: `${who}: ${text}` };
	return { head: `${who}, ${text.split('\n').length} lines:`, lines: text };
}

function tellCall(state: SessionState, call: ToolCallEntry, label: Label): Told {
	const places = new Set(call.locations.map((location) => visibleText(placeName(location, label))));
	const others = [...places].filter((place) => !call.title.includes(place));
	const where = others.length === 0 ? '' : ` in ${others.join(', ')}`;
	const title = call.title === '' ? '' : `: ${visibleText(call.title)}`;
	const lines = shownContent(state, call).map((item): string => {
		switch (item.type) {
			case 'content':
				return cut(contentSource([item.content]), limits.toolOutputChars);
			case 'terminal':
				return tellTerminal(state, call, item.terminalId);
			case 'diff':
			case 'file_change':
				return `${visibleText(changeName(item, label))}\n${diffText(item)}`;
		}
	});
	return {
		head: `${kindName(call)}${title}${where}: ${visibleText(callState(call))}`,
		lines: lines.join('\n'),
	};
}

function tellTerminal(state: SessionState, call: ToolCallEntry, terminalId: string): string {
	const terminal = state.terminals.get(terminalId);
	const command = `Command: ${visibleText(terminalLabel(call, terminal))}`;
	if (terminal === undefined) return command;
	const { text, isCut } = commandOutput(terminal);
	const head = `${command}: ${commandEnd(terminal) ?? 'still running'}`;
	const output = isCut ? `Earlier output is left out.\n${text}` : text;
	return output === '' ? head : `${head}\n${output}`;
}

function tellPlan({ items, document, isRemoved }: PlanEntry): Told {
	const done = items.filter(({ status }) => status === 'completed').length;
	const progress = items.length === 0 ? '' : `: ${done} of ${items.length} steps completed`;
	const steps = items.map(({ content, status }) => `${stepStates[status]}: ${visibleText(content)}`);
	const text = document?.type === 'markdown' ? [document.text] : [];
	const lines = [...text, ...steps].join('\n');
	return { head: `Plan${isRemoved === true ? ', removed' : ''}${progress}`, lines };
}

function tellPermission(state: SessionState, entry: PermissionEntry, label: Label): Told {
	const head = `Permission: ${visibleText(entry.title)}: ${visibleText(permissionState(entry))}`;
	const details = saidDetails(entry, toolCallOf(state, entry), label) ?? unsaid(entry);
	const said = visibleText(details, { isMultiline: true });
	if (entry.state.type !== 'pending') return { head, lines: said };
	const answers = entry.options.map(({ name }) => visibleText(name)).join(', ');
	return {
		head,
		lines: `${said}\nAnswers: ${answers}. To answer, run the command ACP: Answer Permission Request.`,
	};
}

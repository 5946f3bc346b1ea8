import type { Content } from '../../../src/core/session/model/content.ts';
import type {
	ElicitationEntry,
	Entry,
	PermissionEntry,
	ToolCallEntry,
} from '../../../src/core/session/model/entry.ts';
import type { SessionState } from '../../../src/core/session/model/sessionState.ts';
import type { FileChange, ToolContent } from '../../../src/core/session/model/toolContent.ts';
import type { Replayed } from './replay.ts';
import { attemptState } from '../../../src/core/view/entryWords.ts';
import { noticeWords, said, subagentTitle } from '../../../src/core/view/sayings.ts';

/** A transcript as text, to be read by people and compared by machines. No ids of ours and no times. */
export function dumpTranscript(replayed: Replayed): string {
	const { stopReasons } = replayed;
	const { state } = replayed.session;
	const lines = [
		`title    ${state.title === '' ? '-' : state.title}`,
		...dumpOptions(state),
		`commands ${state.commands.length}${state.commands.length === 0 ? '' : `: ${state.commands.map(({ name }) => name).join(', ')}`}`,
		`usage    ${dumpUsage(state)}`,
		`state    agent ${state.agent.type}, turn ${state.turn.type}, ${state.pendingPermissions.length} permissions and ${state.pendingElicitations.length} questions pending`,
		...state.queue.map(({ place }) => `queued   a prompt, ${place}`),
		...(state.background ?? []).map((item) => `runs on  ${JSON.stringify(item)}`),
		...state.agentNotices.map(({ severity, title }) => `notice   (${severity}) ${title}`),
	];
	for (let turn = 0; turn <= state.turnCount; turn++) {
		const entries = [...state.entries.values()].filter((entry) => entry.turn === turn);
		if (turn === 0 && entries.length === 0) continue;
		lines.push('', `══ turn ${turn}: ${stopReasons[turn - 1] ?? 'not ended'}`);
		for (const entry of entries) lines.push('', ...dumpEntry(entry, replayed));
	}
	return `${lines.join('\n')}\n`;
}

function dumpEntry(entry: Entry, replayed: Replayed): string[] {
	const { state } = replayed.session;
	switch (entry.type) {
		case 'message':
			return [
				`${entry.role}${entry.isComplete ? '' : ' (still open)'}${entry.isUnsent === true ? ' (unsent)' : ''}`,
				...entry.content.flatMap(dumpContent),
			];
		case 'tool_call':
			return [
				`tool call ‹${entry.title}› ${entry.kind}: ${entry.status}${entry.endedAt === undefined ? ' (no end)' : ''}`,
				...(entry.attempts === undefined ? [] : [`  attempt: ${attemptState(entry.attempts)}`]),
				...entry.locations.map(({ path, line }) => `  at ${path}${line === undefined ? '' : `:${line}`}`),
				...entry.content.flatMap((content) => dumpToolContent(content, state)),
				...dumpOwnTerminal(entry, state),
				...raw('input', entry.rawInput),
				...raw('output', entry.rawOutput),
			];
		case 'permission':
			return dumpPermission(entry, replayed);
		case 'plan':
			return ['plan', ...entry.items.map((item) => `  ${item.status}: ${item.content} (${item.priority})`)];
		case 'elicitation':
			return dumpElicitation(entry);
		case 'compaction':
			return [
				`compaction: ${entry.status}${entry.error === undefined ? '' : `, ${entry.error}`}`,
				...entry.summary.flatMap(dumpContent),
			];
		case 'subagent':
			return [`subagent ‹${subagentTitle(entry)}›: ${entry.state}`, ...raw('about', entry.description)];
		case 'attempt':
			return [`attempt: ${attemptState(entry.attempts)}`];
		case 'notice':
			return dumpNotice(entry.severity, noticeWords(entry));
	}
}

function dumpOptions({ options }: SessionState): string[] {
	return options.map((option) => {
		const choices =
			option.type === 'boolean'
				? ['on', 'off']
				: option.groups.flatMap((group) => group.choices.map(({ value }) => value));
		return `option   ${said(option.name)} (${option.category ?? 'no category'}) = ${option.current} of ${choices.join(', ')}`;
	});
}

function dumpUsage({ usage }: SessionState): string {
	if (usage === undefined) return '-';
	const { used, size, cost } = usage;
	return `${used} of ${size}${cost === undefined ? '' : `, ${cost.amount} ${cost.currency}`}`;
}

/** Output of a command that the agent ran itself and did not put into the content of its call. */
function dumpOwnTerminal({ toolCallId, content }: ToolCallEntry, state: SessionState): string[] {
	const isNamed = content.some((item) => item.type === 'terminal' && item.terminalId === toolCallId);
	if (isNamed || !state.terminals.has(toolCallId)) return [];
	return dumpToolContent({ type: 'terminal', terminalId: toolCallId }, state);
}

function dumpElicitation({ message, mode, state }: ElicitationEntry): string[] {
	const by = state.type === 'cancelled' ? ` by ${state.by}` : '';
	const lines = [`question ‹${message}›: ${state.type}${by}`];
	if (mode.type === 'url') return [...lines, `  address ${mode.url}`];
	const fields = mode.fields.map((field) => {
		const { name, type, isRequired } = field;
		const title = type === 'text' && field.isOther === true ? 'Another answer' : field.title;
		return `  field ${name}: ${type}${isRequired ? ', required' : ''}${title === undefined ? '' : ` ‹${title}›`}`;
	});
	return [...lines, ...fields];
}

function dumpPermission(entry: PermissionEntry, { session, questions }: Replayed): string[] {
	const { state: settled } = entry;
	const outcome =
		settled.type === 'answered'
			? settled.option.name
			: `${settled.type}${settled.type === 'cancelled' ? ` by ${settled.by}` : ''}`;
	const call = session.state.entries.get(entry.parentId ?? '');
	const question = questions.get(entry.id);
	return [
		`permission ‹${entry.title}›: ${outcome}`,
		`  for ${call?.type === 'tool_call' ? `‹${call.title}›` : 'nothing'}`,
		...(question === undefined ? ['  never asked'] : block(question.details, '  shown: ')),
		// What a terminal shows now, it did not show then.
		...(question?.call.content ?? [])
			.filter(({ type }) => type !== 'terminal')
			.flatMap((content) => dumpToolContent(content, session.state)),
		...entry.options.map(({ name, kind }) => `  offered: ${name} (${kind})`),
	];
}

function dumpContent(content: Content): string[] {
	if (content.type === 'text') return block(content.text, '  │ ');
	return [`  [${content.type}] ${JSON.stringify(content)}`];
}

function dumpToolContent(content: ToolContent, state: SessionState): string[] {
	switch (content.type) {
		case 'content':
			return dumpContent(content.content);
		case 'diff':
			return [
				`  diff ${content.path}`,
				...(content.oldText === null ? ['    - (no file)'] : block(content.oldText, '    - ')),
				...(content.newText === null ? ['    + (no file)'] : block(content.newText, '    + ')),
			];
		case 'file_change':
			return dumpFileChange(content);
		case 'terminal': {
			const terminal = state.terminals.get(content.terminalId);
			if (terminal === undefined) return [`  terminal that is not there: ${content.terminalId}`];
			const { label, exit, isTruncated, output } = terminal;
			const end = exit === undefined ? 'running' : `exit ${exit.exitCode ?? exit.signal}`;
			return [
				`  terminal ${label === '' ? 'of the agent' : `$ ${label}`}`,
				...block(output, '    │ '),
				`    ${end}${isTruncated ? ', truncated' : ''}`,
			];
		}
	}
}

function dumpFileChange(change: FileChange): string[] {
	const { operation, operationName, path, oldPath, fileType, hunks, isPatchUnreadable } = change;
	const from = oldPath === undefined ? '' : `${oldPath} → `;
	const about = [fileType ?? 'no type', ...(isPatchUnreadable === true ? ['unreadable patch'] : [])];
	return [
		`  ${operationName ?? operation} ${from}${path} (${about.join(', ')})`,
		...(hunks ?? []).flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
			`    @@ -${oldStart},${oldLines} +${newStart},${newLines}`,
			...lines.map((line) => `    ${line}`.trimEnd()),
		]),
	];
}

function raw(name: string, value: unknown): string[] {
	return value === undefined ? [] : [`  ${name} ${JSON.stringify(value)}`];
}

/** Line by line; `⏎` shows a line end at the end of the text, `␛` an escape. */
function block(text: string, prefix: string): string[] {
	const visible = text.replaceAll('\u001B', '␛').replaceAll('\r', '␍');
	const lines = visible.split('\n');
	if (lines.at(-1) === '' && lines.length > 1) lines.splice(-2, 2, `${lines.at(-2)}⏎`);
	return lines.map((line) => `${prefix}${line}`.trimEnd());
}

function dumpNotice(severity: string, { title, detail }: ReturnType<typeof noticeWords>): string[] {
	return [`notice (${severity}) ${title}`, ...(detail === undefined ? [] : block(detail, '  '))];
}

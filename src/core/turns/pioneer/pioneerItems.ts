/** Items of a Pioneer gateway as items of the engine. A kind that is not known is a call with its name. */
import {
	isJsonObject,
	type JsonObject,
	numberAt,
	objectAt,
	objectsIn,
	stringAt,
	stringsIn,
} from '../../base/json.ts';
import type { ToolKind, ToolStatus } from '../../base/toolCall.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { Content } from '../../session/model/content.ts';
import type { SubagentEntry } from '../../session/model/entry.ts';
import type { AgentNotice } from '../../session/model/sessionState.ts';
import type { ToolCallPatch, ToolContent } from '../../session/model/toolContent.ts';
import type { CommandRun, ThreadItem } from '../threadEvents.ts';
import { commandText, isAbsolute, textContent } from '../threadFacts.ts';

/**
 * Undefined for what has no id or no type.
 * @param clientId the name that the message of the user has here, where it was sent from here
 */
export function readItem(raw: unknown, clientId?: string): ThreadItem | undefined {
	if (!isJsonObject(raw)) return undefined;
	const id = stringAt(raw, 'id');
	const type = stringAt(raw, 'type');
	if (id === undefined || type === undefined) return undefined;
	switch (type) {
		case 'userMessage':
			return {
				type: 'user_message',
				id,
				content: [{ type: 'text', text: stringAt(raw, 'text') ?? '' }, ...attachmentsOf(raw)],
				...(clientId === undefined ? {} : { clientId }),
			};
		case 'agentMessage':
			return { type: 'text', id, role: 'agent', parts: [stringAt(raw, 'text') ?? ''] };
		case 'reasoning':
			return {
				type: 'text',
				id,
				role: 'thought',
				parts: [...stringsIn(raw['summary']), ...stringsIn(raw['content'])],
			};
		case 'systemEvent':
			return { type: 'facts', id, events: [systemEvent(raw)] };
		case 'task':
			return task(id, raw);
		default:
			return call(id, type, raw);
	}
}

/** What went along with a message: the chips that the gateway took, and files by their names. */
function attachmentsOf(raw: JsonObject): readonly Content[] {
	return objectsIn(raw['attachments']).map((attachment): Content => {
		const type = stringAt(attachment, 'type') ?? '';
		const about = objectAt(attachment, 'capability') ?? objectAt(attachment, 'artifact') ?? attachment;
		const name =
			stringAt(about, 'label') ??
			stringAt(about, 'display_name') ??
			stringAt(about, 'name') ??
			stringAt(about, 'path');
		if (name === undefined) return { type: 'unknown', kind: type };
		return { type: 'resource_link', uri: stringAt(about, 'path') ?? `${type}:${name}`, name };
	});
}

function systemEvent(raw: JsonObject): AgentEvent {
	const level = stringAt(raw, 'level');
	const severity: AgentNotice['severity'] = level === 'warning' || level === 'error' ? level : 'info';
	const description = stringAt(raw, 'details');
	const title = stringAt(raw, 'message') ?? stringAt(raw, 'code') ?? 'systemEvent';
	return {
		type: 'agent_notice',
		notice: { severity, title, ...(description === undefined ? {} : { description }) },
	};
}

/** A task is a call, and where a thread of its own works for it, that is a child session. */
function task(id: string, raw: JsonObject): ThreadItem {
	const title = stringAt(raw, 'title') ?? '';
	const state = stringAt(raw, 'status') ?? '';
	const childId = stringAt(raw, 'childThreadId');
	const role = stringAt(raw, 'agentRole');
	const shown = [stringAt(raw, 'resultPreview'), stringAt(raw, 'errorPreview')].filter(
		(text) => text !== undefined,
	);
	const child: AgentEvent[] =
		childId === undefined
			? []
			: [
					{
						type: 'subagent',
						sessionId: childId,
						fields: { title: role === undefined ? title : `${role}: ${title}`, state: childState(state) },
					},
				];
	return {
		type: 'tool_call',
		id,
		fields: {
			name: 'task',
			title,
			kind: 'other',
			status: taskStatus(state),
			content: shown.map(textContent),
		},
		events: child,
	};
}

function taskStatus(state: string): ToolStatus {
	switch (state) {
		case 'completed':
		case 'failed':
		case 'cancelled':
			return state;
		case 'draft':
		case 'scheduled':
		case 'queued':
			return 'pending';
		default:
			return 'in_progress';
	}
}

function childState(state: string): SubagentEntry['state'] {
	if (state === 'running') return 'running';
	return taskStatus(state) === 'in_progress' ? 'requires_action' : 'idle';
}

function call(id: string, type: string, raw: JsonObject): ThreadItem {
	const name = stringAt(raw, 'toolName') ?? type;
	const fields: ToolCallPatch = {
		name,
		status: callStatus(stringAt(raw, 'status')),
		rawInput: raw['arguments'],
		...fieldsOf(type, name, raw),
	};
	if (type !== 'commandExecution') return { type: 'tool_call', id, fields };
	return {
		type: 'tool_call',
		id,
		fields: { ...fields, content: [{ type: 'terminal', terminalId: id }] },
		command: runOf(raw, fields.title ?? name),
	};
}

function callStatus(status: string | undefined): ToolStatus {
	return status === 'completed' || status === 'failed' ? status : 'in_progress';
}

function runOf(raw: JsonObject, label: string): CommandRun {
	const cwd = stringAt(raw, 'cwd');
	const shell = [objectAt(raw, 'display'), objectAt(raw, 'storage')].find((one) => one?.['kind'] === 'shell');
	const output = shell === undefined ? undefined : outputOf(shell);
	const hasEnded = callStatus(stringAt(raw, 'status')) !== 'in_progress';
	const exitCode = numberAt(shell, 'exit_code');
	return {
		label,
		...(cwd === undefined ? {} : { cwd }),
		...(output === undefined ? {} : { output }),
		...(hasEnded ? { exitCode: exitCode ?? null } : {}),
	};
}

function outputOf(shell: JsonObject): string | undefined {
	const whole = stringAt(shell, 'aggregated_output');
	if (whole !== undefined) return whole;
	const parts = [stringAt(shell, 'stdout'), stringAt(shell, 'stderr')].filter((text) => text !== undefined);
	return parts.length === 0 ? undefined : parts.join('');
}

function fieldsOf(type: string, name: string, raw: JsonObject): ToolCallPatch {
	switch (type) {
		case 'commandExecution':
			return { kind: 'execute', title: commandText(stringsIn(raw['command'])) };
		case 'fileChange':
			return fileChange(raw);
		case 'webSearch':
			return {
				kind: 'search',
				title: stringAt(raw, 'query') ?? name,
				content: [...objectsIn(raw['results']).flatMap(linkOf), ...displayOf(raw)],
			};
		case 'webFetch':
			return { kind: 'fetch', title: stringAt(raw, 'url') ?? name, content: displayOf(raw) };
		case 'download':
			return {
				kind: 'fetch',
				title: stringAt(raw, 'url') ?? stringAt(raw, 'path') ?? name,
				content: displayOf(raw),
			};
		default:
			return { kind: kindOf(name), title: displayTitle(raw) ?? name, content: displayOf(raw) };
	}
}

/** Paths only: what changed in them is seen on the disk, where it is ours. */
function fileChange(raw: JsonObject): ToolCallPatch {
	const files = stringsIn(raw['changedFiles']);
	const said = [stringAt(raw, 'stdout'), stringAt(raw, 'stderr')].filter(
		(text) => text !== undefined && text !== '',
	);
	return {
		kind: 'edit',
		title: files.join(', '),
		locations: files.filter(isAbsolute).map((path) => ({ path })),
		content: [...said.map((text) => textContent(text ?? '')), ...displayOf(raw)],
	};
}

function kindOf(tool: string): ToolKind {
	if (tool === 'read_file' || tool === 'read_skill') return 'read';
	return tool === 'grep_files' || tool === 'list_dir' || tool === 'tool_search' ? 'search' : 'other';
}

function displayTitle(raw: JsonObject): string | undefined {
	const display = objectAt(raw, 'display') ?? {};
	return stringAt(display, 'kind') === 'summary' ? stringAt(display, 'title') : undefined;
}

/** What the gateway wants to be seen; its word that nothing is, counts. */
function displayOf(raw: JsonObject): readonly ToolContent[] {
	const display = objectAt(raw, 'display') ?? {};
	const timeline = stringAt(objectAt(objectAt(raw, 'outputPolicy'), 'timeline'), 'mode');
	if (timeline === 'hidden' || timeline === 'metadata_only') return [];
	switch (stringAt(display, 'kind')) {
		case 'summary':
			return [stringAt(display, 'title') ?? '', ...stringsIn(display['lines'])]
				.filter((line) => line !== '')
				.map(textContent);
		case 'progress':
			return [textContent(stringAt(display, 'stage') ?? '')];
		case 'shell': {
			const output = outputOf(display);
			return output === undefined || output === '' ? [] : [textContent(output)];
		}
		default:
			return [];
	}
}

function linkOf(result: JsonObject): readonly ToolContent[] {
	const uri = stringAt(result, 'url');
	if (uri === undefined) return [];
	const description = stringAt(result, 'snippet');
	const name = stringAt(result, 'title') ?? uri;
	const link = {
		type: 'resource_link',
		uri,
		name,
		...(description === undefined ? {} : { description }),
	} as const;
	return [{ type: 'content', content: link }];
}

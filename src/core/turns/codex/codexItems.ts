/** Items of Codex's app-server, 0.169, as items of the engine. A kind that is not known is a call with its name. */
import {
	isJsonObject,
	type JsonObject,
	numberAt,
	objectAt,
	objectsIn,
	stringAt,
	stringsIn,
	pickStrings,
} from '../../base/json.ts';
import { sentence } from '../../base/sentence.ts';
import { spoken } from '../../base/l10n.ts';
import type { ToolKind, ToolStatus } from '../../base/toolCall.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { Content } from '../../session/model/content.ts';
import type { SubagentEntry } from '../../session/model/entry.ts';
import type { ToolCallPatch, ToolContent, ToolLocation } from '../../session/model/toolContent.ts';
import type { ThreadItem } from '../threadEvents.ts';
import { fileChanges, pathsOf } from './codexPatch.ts';
import { textContent } from '../threadFacts.ts';

/**
 * Undefined for what has no id or no type.
 * @param isComplete it will not change any more, whatever it says of itself
 */
export function readItem(raw: unknown, isComplete: boolean): ThreadItem | undefined {
	if (!isJsonObject(raw)) return undefined;
	const id = stringAt(raw, 'id');
	const type = stringAt(raw, 'type');
	if (id === undefined || type === undefined) return undefined;
	switch (type) {
		case 'userMessage':
			return userMessage(id, raw);
		case 'agentMessage':
			return { type: 'text', id, role: 'agent', parts: [stringAt(raw, 'text') ?? ''] };
		case 'reasoning': {
			const summary = stringsIn(raw['summary']);
			return {
				type: 'text',
				id,
				role: 'thought',
				parts: summary.length > 0 ? summary : stringsIn(raw['content']),
			};
		}
		case 'plan':
			return { type: 'plan', id, text: stringAt(raw, 'text') ?? '' };
		case 'contextCompaction':
			return { type: 'compaction', id };
		case 'exitedReviewMode':
			return { type: 'text', id, role: 'agent', parts: [stringAt(raw, 'review') ?? ''] };
		case 'subAgentActivity':
			return { type: 'facts', id, events: subagentActivity(raw) };
		default:
			return call(id, type, raw, isComplete);
	}
}

function userMessage(id: string, raw: JsonObject): ThreadItem {
	return {
		type: 'user_message',
		id,
		content: objectsIn(raw['content']).flatMap(toContent),
		...pickStrings(raw, 'clientId'),
	};
}

/** Part of a message of the user. Files of the machine are named, not read. */
function toContent(input: JsonObject): readonly Content[] {
	const type = stringAt(input, 'type') ?? '';
	const path = stringAt(input, 'path');
	switch (type) {
		case 'text':
			return [{ type: 'text', text: stringAt(input, 'text') ?? '' }];
		case 'image':
			return [imageOf(stringAt(input, 'url')) ?? { type: 'unknown', kind: type }];
		case 'mention':
		case 'skill':
		case 'localImage':
		case 'localAudio':
			if (path === undefined) return [{ type: 'unknown', kind: type }];
			return [{ type: 'resource_link', uri: path, name: stringAt(input, 'name') ?? path }];
		default:
			return [{ type: 'unknown', kind: type }];
	}
}

const dataUrl = /^data:(image\/[\w.+-]+);base64,/u;

/** Only data that is in the message: nothing is fetched. */
function imageOf(url: string | undefined): Content | undefined {
	const [head, mimeType] = dataUrl.exec(url ?? '') ?? [];
	if (url === undefined || head === undefined || mimeType === undefined) return undefined;
	return { type: 'image', mimeType, data: url.slice(head.length) };
}

function call(id: string, type: string, raw: JsonObject, isComplete: boolean): ThreadItem {
	const status = statusOf(stringAt(raw, 'status'), isComplete);
	switch (type) {
		case 'commandExecution':
			return commandExecution(id, raw, status);
		case 'fileChange':
			return { type: 'tool_call', id, fields: { name: type, status, ...fileChangeFields(raw['changes']) } };
		case 'collabAgentToolCall':
			return { type: 'tool_call', id, fields: collabFields(raw, status), events: helpersOf(raw) };
		default:
			return { type: 'tool_call', id, fields: { status, ...fieldsOf(type, raw) } };
	}
}

/** Items without a status of their own are over when they are complete. */
function statusOf(status: string | undefined, isComplete: boolean): ToolStatus {
	switch (status) {
		case 'completed':
			return 'completed';
		case 'failed':
		case 'declined':
			return 'failed';
		case 'interrupted':
			return 'cancelled';
		default:
			return isComplete ? 'completed' : 'in_progress';
	}
}

function commandExecution(id: string, raw: JsonObject, status: ToolStatus): ThreadItem {
	const command = stringAt(raw, 'command') ?? '';
	const cwd = stringAt(raw, 'cwd');
	const label = commandLabel(command, raw['commandActions']);
	const output = stringAt(raw, 'aggregatedOutput');
	const hasEnded = status !== 'in_progress';
	return {
		type: 'tool_call',
		id,
		fields: {
			name: 'shell',
			title: label,
			kind: commandKind(raw['commandActions']),
			status,
			content: [{ type: 'terminal', terminalId: id }],
			locations: locationsOf(raw['commandActions']),
			rawInput: { command, ...(cwd === undefined ? {} : { cwd }) },
		},
		command: {
			label,
			...(cwd === undefined ? {} : { cwd }),
			...(output === undefined ? {} : { output }),
			...(hasEnded ? { exitCode: numberAt(raw, 'exitCode') ?? null } : {}),
		},
	};
}

/** What the shell is given, where Codex says that it is one command; else the whole line. */
export function commandLabel(command: string, actions: unknown): string {
	const [only, ...others] = objectsIn(actions);
	const inner = only === undefined || others.length > 0 ? undefined : stringAt(only, 'command');
	return inner ?? command;
}

function commandKind(actions: unknown): ToolKind {
	const types = new Set(objectsIn(actions).map((action) => stringAt(action, 'type')));
	if (types.size !== 1) return 'execute';
	if (types.has('read')) return 'read';
	return types.has('search') || types.has('listFiles') ? 'search' : 'execute';
}

function locationsOf(actions: unknown): readonly ToolLocation[] {
	return objectsIn(actions).flatMap((action) => {
		const path = stringAt(action, 'type') === 'read' ? stringAt(action, 'path') : undefined;
		return path?.startsWith('/') === true ? [{ path }] : [];
	});
}

/** What a call that changes files is about. Without a title: the view names it by what it changes. */
export function fileChangeFields(changes: unknown): ToolCallPatch {
	const content = fileChanges(changes);
	return { kind: 'edit', content, locations: pathsOf(content).map((path) => ({ path })) };
}

function collabFields(raw: JsonObject, status: ToolStatus): ToolCallPatch {
	const tool = stringAt(raw, 'tool') ?? '';
	const prompt = stringAt(raw, 'prompt');
	return {
		name: tool,
		title: tool,
		kind: 'other',
		status,
		content: prompt === undefined ? [] : [textContent(prompt)],
	};
}

/** Each thread that the call is about is a child session of this one. */
function helpersOf(raw: JsonObject): readonly AgentEvent[] {
	const states = objectAt(raw, 'agentsStates') ?? {};
	const title = stringAt(raw, 'prompt')?.split('\n', 1)[0];
	return stringsIn(raw['receiverThreadIds']).map((sessionId) => ({
		type: 'subagent',
		sessionId,
		fields: {
			...(title === undefined || stringAt(raw, 'tool') !== 'spawnAgent' ? {} : { title }),
			state: helperState(stringAt(objectAt(states, sessionId), 'status')),
		},
	}));
}

function helperState(status: string | undefined): SubagentEntry['state'] {
	switch (status) {
		case 'pendingInit':
		case 'running':
			return 'running';
		case undefined:
		case 'notFound':
			return 'unknown';
		default:
			return 'idle';
	}
}

function subagentActivity(raw: JsonObject): readonly AgentEvent[] {
	const sessionId = stringAt(raw, 'agentThreadId');
	const kind = stringAt(raw, 'kind');
	if (sessionId === undefined) return [];
	const path = stringAt(raw, 'agentPath');
	const state = kind === 'completed' || kind === 'interrupted' ? 'idle' : 'running';
	const title = kind === 'started' && path !== undefined ? { title: path } : {};
	return [{ type: 'subagent', sessionId, fields: { ...title, state } }];
}

function fieldsOf(type: string, raw: JsonObject): ToolCallPatch {
	switch (type) {
		case 'mcpToolCall':
			return {
				...toolFields([stringAt(raw, 'server'), stringAt(raw, 'tool')], raw['arguments']),
				content: [...contentOf(objectAt(raw, 'result')?.['content']), ...errorIn(objectAt(raw, 'error'))],
			};
		case 'dynamicToolCall':
			return {
				...toolFields([stringAt(raw, 'namespace'), stringAt(raw, 'tool')], raw['arguments']),
				content: contentOf(raw['contentItems']),
			};
		case 'functionCallOutput': {
			const { output } = raw;
			return {
				...toolFields([stringAt(raw, 'namespace'), stringAt(raw, 'name')], undefined),
				content: typeof output === 'string' ? [textContent(output)] : contentOf(output),
			};
		}
		case 'webSearch':
			return { name: type, kind: 'search', title: stringAt(raw, 'query') ?? '' };
		case 'imageView': {
			const path = stringAt(raw, 'path');
			return { name: type, kind: 'read', locations: path === undefined ? [] : [{ path }] };
		}
		case 'imageGeneration':
			return {
				name: type,
				kind: 'other',
				title: stringAt(raw, 'revisedPrompt') ?? spoken(sentence('Make an image')),
				content: imageResult(stringAt(raw, 'result')),
			};
		case 'sleep':
			return {
				name: type,
				kind: 'other',
				title: spoken(sentence('Wait {0} s', (numberAt(raw, 'durationMs') ?? 0) / 1000)),
			};
		case 'enteredReviewMode':
			return { name: type, kind: 'think', title: stringAt(raw, 'review') ?? type };
		case 'hookPrompt':
			return {
				name: type,
				kind: 'other',
				title: type,
				content: objectsIn(raw['fragments']).flatMap((fragment) => {
					const text = stringAt(fragment, 'text');
					return text === undefined ? [] : [textContent(text)];
				}),
			};
		default:
			return { name: type, kind: 'other', title: type };
	}
}

function toolFields(names: readonly (string | undefined)[], rawInput: unknown): ToolCallPatch {
	const known = names.filter((name) => name !== undefined);
	return {
		name: known.join('.'),
		title: known.join(': '),
		kind: 'other',
		...(rawInput === undefined ? {} : { rawInput }),
	};
}

/** Blocks of MCP and those of Codex's own tools. */
function contentOf(raw: unknown): readonly ToolContent[] {
	return objectsIn(raw).map((block): ToolContent => {
		const type = stringAt(block, 'type') ?? '';
		const text = stringAt(block, 'text');
		if (text !== undefined && /text$/iu.test(type)) return textContent(text);
		const data = stringAt(block, 'data');
		const mimeType = stringAt(block, 'mimeType');
		if (type === 'image' && data !== undefined && mimeType !== undefined)
			return { type: 'content', content: { type: 'image', mimeType, data } };
		const image = imageOf(stringAt(block, 'imageUrl') ?? stringAt(block, 'image_url'));
		return { type: 'content', content: image ?? { type: 'unknown', kind: type } };
	});
}

function errorIn(error: JsonObject | undefined): readonly ToolContent[] {
	const message = stringAt(error, 'message');
	return message === undefined ? [] : [textContent(message)];
}

/** Base64 without a word on its type: PNG is what Codex makes. */
function imageResult(result: string | undefined): readonly ToolContent[] {
	if (result === undefined || result === '') return [];
	return [{ type: 'content', content: { type: 'image', mimeType: 'image/png', data: result } }];
}

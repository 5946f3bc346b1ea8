/** What entries and terminals look like that were kept on the disk (hazard G4). */
import { toolKinds, toolStatuses } from '../../base/toolCall.ts';
import {
	anything,
	boolean,
	either,
	list,
	nullable,
	number,
	object,
	oneOf,
	optional,
	type Shape,
	text,
	variants,
} from '../../base/shape.ts';
import type { Sentence } from '../../base/sentence.ts';
import type { Attempts } from '../model/attempts.ts';
import type { Annotations, Content } from '../model/content.ts';
import type { Entry, NoticeAction } from '../model/entry.ts';
import type { PermissionOption } from '../model/permission.ts';
import { sayingCodes, type Words } from '../model/saying.ts';
import type { TerminalState } from '../model/terminalState.ts';
import type { ToolContent } from '../model/toolContent.ts';

const optionalText = optional(text);

const innerSentence = object({ sentence: text, args: list(either(text, number)) });
/** Ours have at most one sentence in another. */
const sentence: Shape<Sentence> = object({
	sentence: text,
	args: list(either(text, number, innerSentence)),
});

/** An older ACP Host has stored sentences, in the language of its window. */
const words: Shape<Words> = either(
	text,
	object({ code: oneOf(...sayingCodes), args: list(either(text, number, list(text), sentence)) }),
	sentence,
);

const annotations: Shape<Annotations> = object({
	audience: optional(list(oneOf('user', 'assistant'))),
	priority: optional(number),
	lastModified: optionalText,
});

const content: Shape<Content> = variants(
	{
		text: {
			text,
			attached: optional(object({ type: text, id: text, name: text })),
		},
		resource_link: {
			uri: text,
			name: text,
			title: optionalText,
			description: optionalText,
			mimeType: optionalText,
			size: optional(number),
		},
		resource: {
			uri: text,
			mimeType: optionalText,
			text: optionalText,
			blobBytes: optional(number),
		},
		image: { mimeType: text, data: text },
		audio: { mimeType: text, data: text },
		unknown: { kind: text },
	} satisfies Record<Content['type'], unknown>,
	{ annotations: optional(annotations) },
);

const hunk = object({
	oldStart: number,
	oldLines: number,
	newStart: number,
	newLines: number,
	lines: list(text),
});

const toolContent: Shape<ToolContent> = variants({
	content: { content },
	diff: { path: text, oldText: nullable(text), newText: nullable(text) },
	file_change: {
		operation: oneOf('add', 'delete', 'modify', 'move', 'copy', 'other'),
		operationName: optionalText,
		path: text,
		oldPath: optionalText,
		fileType: optionalText,
		hunks: optional(list(hunk)),
		isPatchUnreadable: optional(boolean),
	},
	terminal: { terminalId: text },
} satisfies Record<ToolContent['type'], unknown>);

const toolKind = oneOf(...toolKinds);
const toolLocation = object({ path: text, line: optional(number) });
const toolStatus = oneOf(...toolStatuses);

const permissionOption: Shape<PermissionOption> = object({
	optionId: text,
	name: text,
	kind: oneOf('allow_once', 'allow_always', 'reject_once', 'reject_always', 'other'),
});

const attempts: Shape<Attempts> = object({
	number,
	of: optional(number),
	state: oneOf('waiting', 'running', 'recovered', 'gave_up', 'stopped'),
	nextAt: optional(number),
	failure: optional(
		object({
			before: number,
			cause: oneOf('network', 'timeout', 'rate_limit', 'overloaded', 'server_error', 'tool_error', 'other'),
			message: optionalText,
		}),
	),
	isInferred: optional(boolean),
});

const ruleMark = object({ id: text, text });

const cancelled = { by: oneOf('user', 'agent', 'exit') };

export const entry: Shape<Entry> = variants(
	{
		message: {
			role: oneOf('user', 'agent', 'thought'),
			messageId: optionalText,
			content: list(content),
			isComplete: boolean,
			startedAt: number,
			endedAt: number,
			isUnsent: optional(boolean),
			isReworded: optional(boolean),
			isAsSent: optional(boolean),
		},
		tool_call: {
			toolCallId: text,
			name: optionalText,
			title: text,
			kind: toolKind,
			status: toolStatus,
			statusName: optionalText,
			canCancel: optional(boolean),
			isCancelling: optional(boolean),
			isStopped: optional(boolean),
			content: list(toolContent),
			locations: list(toolLocation),
			rawInput: anything,
			rawOutput: anything,
			startedAt: number,
			endedAt: optional(number),
			attempts: optional(attempts),
		},
		plan: {
			planId: text,
			items: list(
				object({
					content: text,
					priority: oneOf('high', 'medium', 'low'),
					status: oneOf('pending', 'in_progress', 'completed', 'cancelled'),
				}),
			),
			document: optional(
				variants({
					markdown: { text },
					file: { uri: text },
					other: { kind: text },
				}),
			),
			isRemoved: optional(boolean),
		},
		permission: {
			title: text,
			description: optionalText,
			subject: variants({
				tool_call: { toolCallId: text },
				command: {
					command: text,
					cwd: optionalText,
					toolCallId: optionalText,
					terminalId: optionalText,
				},
				file: { purpose: oneOf('read', 'write'), path: text, text: optionalText },
				other: { kind: text, isDescribed: optional(boolean) },
			}),
			options: list(permissionOption),
			revision: optional(number),
			state: variants({
				pending: {},
				answered: {
					option: permissionOption,
					rule: optional(ruleMark),
					by: optional(oneOf('picker', 'card')),
				},
				cancelled,
			}),
			asked: optional(
				object({
					kind: toolKind,
					title: text,
					content: list(toolContent),
					locations: list(toolLocation),
					rawInput: anything,
				}),
			),
		},
		elicitation: {
			message: text,
			// The fields of a form are not kept.
			mode: variants({
				form: { title: optionalText, fields: list(oneOf<never>()) },
				url: { elicitationId: text, url: text },
			}),
			state: variants({
				pending: {},
				accepted: { isWaiting: boolean },
				declined: {},
				cancelled,
			}),
		},
		compaction: {
			compactionId: text,
			status: oneOf('in_progress', 'completed', 'failed', 'cancelled'),
			summary: list(content),
			error: optionalText,
		},
		subagent: {
			kind: optional(oneOf('task', 'turn')),
			sessionId: text,
			title: text,
			description: optionalText,
			state: oneOf('running', 'idle', 'requires_action', 'failed', 'cancelled', 'unknown'),
			canCancel: boolean,
		},
		attempt: {
			attemptId: optionalText,
			attempts,
		},
		notice: {
			severity: oneOf('info', 'warning', 'error'),
			title: words,
			detail: optional(either(words, list(words))),
			// A newer ACP Host may have stored others; they are left out where the history is taken up.
			actions: list(text as Shape<NoticeAction>),
			marks: optional(oneOf('outside_history', 'left_out', 'new_session')),
			wentBack: optional(object({ restoreId: text, from: optionalText, redoneBy: optionalText })),
		},
	} satisfies Record<Entry['type'], unknown>,
	{
		id: text,
		parentId: optionalText,
		origin: oneOf('user', 'agent', 'replay', 'host'),
		turn: number,
	},
);

export const terminal: Shape<TerminalState> = object({
	terminalId: text,
	label: text,
	owner: oneOf('host', 'agent'),
	cwd: optionalText,
	startedAt: number,
	output: text,
	dropped: number,
	isTruncated: boolean,
	size: optional(object({ cols: number, rows: number })),
	exit: optional(object({ exitCode: nullable(number), signal: nullable(text) })),
});

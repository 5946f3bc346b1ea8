/** What entries and terminals look like that were kept on the disk. */
import type { Entry } from '../model/entry.ts';
import type { TerminalState } from '../model/terminalState.ts';
import { toolKinds } from '../model/toolContent.ts';
import {
	anything,
	fields,
	listOf,
	nullable,
	number,
	oneOf,
	optional,
	type Shape,
	text,
	truth,
	variants,
} from './shape.ts';

const content: Shape = variants({
	text: fields({
		text,
		attached: optional(fields({ type: text, id: text, name: text })),
	}),
	resource_link: fields({
		uri: text,
		name: text,
		title: optional(text),
		description: optional(text),
		mimeType: optional(text),
		size: optional(number),
	}),
	resource: fields({
		uri: text,
		mimeType: optional(text),
		text: optional(text),
		blobBytes: optional(number),
	}),
	image: fields({ mimeType: text, data: text }),
	audio: fields({ mimeType: text, data: text }),
	unknown: fields({ kind: text }),
});

const hunk: Shape = fields({
	oldStart: number,
	oldLines: number,
	newStart: number,
	newLines: number,
	lines: listOf(text),
});

const toolContent: Shape = variants({
	content: fields({ content }),
	diff: fields({ path: text, oldText: nullable(text), newText: nullable(text) }),
	file_change: fields({
		operation: oneOf('add', 'delete', 'modify', 'move', 'copy', 'other'),
		operationName: optional(text),
		path: text,
		oldPath: optional(text),
		fileType: optional(text),
		hunks: optional(listOf(hunk)),
		isPatchUnreadable: optional(truth),
	}),
	terminal: fields({ terminalId: text }),
});

const toolKind = oneOf(...toolKinds);
const toolLocation: Shape = fields({ path: text, line: optional(number) });
const toolStatus = oneOf('pending', 'in_progress', 'paused', 'completed', 'failed', 'cancelled');

const permissionOption: Shape = fields({
	optionId: text,
	name: text,
	kind: oneOf('allow_once', 'allow_always', 'reject_once', 'reject_always', 'other'),
});

const ruleMark: Shape = fields({ id: text, text });

const cancelled: Shape = fields({ by: oneOf('user', 'agent', 'exit') });

const entryTypes: Readonly<Record<Entry['type'], Shape>> = {
	message: fields({
		role: oneOf('user', 'agent', 'thought'),
		messageId: optional(text),
		content: listOf(content),
		isComplete: truth,
		startedAt: number,
		endedAt: number,
		isUnsent: optional(truth),
	}),
	tool_call: fields({
		toolCallId: text,
		name: optional(text),
		title: text,
		kind: toolKind,
		status: toolStatus,
		statusName: optional(text),
		canCancel: optional(truth),
		isCancelling: optional(truth),
		content: listOf(toolContent),
		locations: listOf(toolLocation),
		rawInput: anything,
		rawOutput: anything,
		startedAt: number,
		endedAt: optional(number),
	}),
	plan: fields({
		planId: text,
		items: listOf(
			fields({
				content: text,
				priority: oneOf('high', 'medium', 'low'),
				status: oneOf('pending', 'in_progress', 'completed', 'cancelled'),
			}),
		),
		document: optional(
			variants({
				markdown: fields({ text }),
				file: fields({ uri: text }),
				other: fields({ kind: text }),
			}),
		),
		isRemoved: optional(truth),
	}),
	permission: fields({
		title: text,
		description: optional(text),
		subject: variants({
			tool_call: fields({ toolCallId: text }),
			command: fields({
				command: text,
				cwd: optional(text),
				toolCallId: optional(text),
				terminalId: optional(text),
			}),
			file: fields({ purpose: oneOf('read', 'write'), path: text }),
			other: fields({ kind: text }),
		}),
		options: listOf(permissionOption),
		revision: optional(number),
		state: variants({
			pending: anything,
			answered: fields({ option: permissionOption, rule: optional(ruleMark) }),
			cancelled,
		}),
		asked: optional(
			fields({
				kind: toolKind,
				title: text,
				content: listOf(toolContent),
				locations: listOf(toolLocation),
				rawInput: anything,
			}),
		),
	}),
	elicitation: fields({
		message: text,
		// The fields of a form are not kept.
		mode: variants({
			form: fields({ title: optional(text), fields: listOf(() => false) }),
			url: fields({ elicitationId: text, url: text }),
		}),
		state: variants({
			pending: anything,
			accepted: fields({ isWaiting: truth }),
			declined: anything,
			cancelled,
		}),
	}),
	compaction: fields({
		compactionId: text,
		status: oneOf('in_progress', 'completed', 'failed', 'cancelled'),
		summary: listOf(content),
		error: optional(text),
	}),
	subagent: fields({
		sessionId: text,
		title: text,
		description: optional(text),
		state: oneOf('running', 'idle', 'requires_action', 'unknown'),
		canCancel: truth,
	}),
	notice: fields({
		severity: oneOf('info', 'warning', 'error'),
		title: text,
		detail: optional(text),
		actions: listOf(text),
	}),
};

const base: Shape = fields({
	id: text,
	parentId: optional(text),
	origin: oneOf('user', 'agent', 'replay', 'host'),
	turn: number,
});
const byType = variants(entryTypes);

export function isEntry(value: unknown): value is Entry {
	return base(value) && byType(value);
}

const terminal: Shape = fields({
	terminalId: text,
	label: text,
	owner: oneOf('host', 'agent'),
	cwd: optional(text),
	startedAt: number,
	output: text,
	dropped: number,
	isTruncated: truth,
	size: optional(fields({ cols: number, rows: number })),
	exit: optional(fields({ exitCode: nullable(number), signal: nullable(text) })),
});

export function isTerminal(value: unknown): value is TerminalState {
	return terminal(value);
}

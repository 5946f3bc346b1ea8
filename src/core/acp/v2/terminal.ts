/** Terminals that the agent runs itself (protocol.md 2.5). */
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { TerminalPatch } from '../../session/model/terminalState.ts';
import { type JsonObject, numberAt, objectAt, stringAt } from '../json.ts';
import { decodeCanCancel } from '../shared/canCancel.ts';
import type { SessionTexts } from './terminalTexts.ts';

/** A terminal, or what changed of it: omitted keeps, null clears. Undefined without an id. */
export function decodeTerminal(raw: JsonObject, texts: SessionTexts): AgentEvent[] | undefined {
	const terminalId = stringAt(raw, 'terminalId');
	if (terminalId === undefined) return undefined;
	if (!texts.isKnown(terminalId)) texts.reset(terminalId);
	const started: AgentEvent = { type: 'terminal_started', terminalId, fields: fieldsOf(raw) };
	return [started, ...outputOf(raw, terminalId, texts), ...exitOf(raw, terminalId, texts)];
}

/** More bytes of its output (acp C257). Undefined without an id or bytes. */
export function decodeTerminalChunk(raw: JsonObject, texts: SessionTexts): AgentEvent[] | undefined {
	const terminalId = stringAt(raw, 'terminalId');
	const base64 = stringAt(raw, 'data');
	if (terminalId === undefined || base64 === undefined) return undefined;
	const isNew = !texts.isKnown(terminalId);
	const data = texts.append(terminalId, base64);
	return [
		...(isNew ? [{ type: 'terminal_started', terminalId, fields: { endsItself: true } } as const] : []),
		...(data === undefined || data === '' ? [] : [{ type: 'terminal_output', terminalId, data } as const]),
	];
}

/** Malformed fields are as good as omitted; only of what the agent lets us do that means nothing (acp C262). */
function fieldsOf(raw: JsonObject): TerminalPatch {
	const { command, cwd, exitStatus } = raw;
	return {
		...(typeof command === 'string' || command === null ? { label: command ?? '' } : {}),
		...(typeof cwd === 'string' || cwd === null ? { cwd } : {}),
		...sizeOf(raw),
		...decodeCanCancel(raw),
		endsItself: true,
		...(exitStatus === null ? { isRunning: true } : {}),
	};
}

function sizeOf(raw: JsonObject): Pick<TerminalPatch, 'size'> {
	if (raw['size'] === null) return { size: null };
	const size = objectAt(raw, 'size');
	const cols = size === undefined ? undefined : numberAt(size, 'cols');
	const rows = size === undefined ? undefined : numberAt(size, 'rows');
	return isLength(cols) && isLength(rows) ? { size: { cols, rows } } : {};
}

/** 16 bits, and not none. */
function isLength(value: number | undefined): value is number {
	return value !== undefined && Number.isInteger(value) && value >= 1 && value <= 65_535;
}

/** All the output there is: nothing of before is joined to it (acp C256). */
function outputOf(raw: JsonObject, terminalId: string, texts: SessionTexts): AgentEvent[] {
	if (raw['output'] === null) {
		texts.reset(terminalId);
		return [{ type: 'terminal_replaced', terminalId, output: '' }];
	}
	const snapshot = objectAt(raw, 'output');
	const base64 = snapshot === undefined ? undefined : stringAt(snapshot, 'data');
	const output = base64 === undefined ? undefined : texts.replace(terminalId, base64);
	return output === undefined ? [] : [{ type: 'terminal_replaced', terminalId, output }];
}

/** It has ended as soon as there is an object, whatever is in it (acp C258). */
function exitOf(raw: JsonObject, terminalId: string, texts: SessionTexts): AgentEvent[] {
	const exit = objectAt(raw, 'exitStatus');
	if (exit === undefined) return [];
	texts.end(terminalId);
	const exitCode = numberAt(exit, 'exitCode');
	return [
		{
			type: 'terminal_exited',
			terminalId,
			exitCode: exitCode !== undefined && Number.isInteger(exitCode) ? exitCode : null,
			signal: stringAt(exit, 'signal') ?? null,
		},
	];
}

/** Scripted agents in the machine's settings, and what they were told. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import { fakeAgentCommand } from '../../agents/fakeAgentCommand.ts';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import type { Workbench } from './workbench.ts';

/** An entry of `acpHost.agents` for each script; what the agent receives is recorded beside the workspace. */
export function fakeAgents(scripts: Readonly<Record<string, FakeAgentScript>>): JsonObject {
	return Object.fromEntries(
		Object.entries(scripts).map(([name, script]) => [
			name,
			fakeAgentCommand(script, `\${workspaceFolder}/../record-${name}.jsonl`),
		]),
	);
}

/** All messages that the agent of that name has received, of all its processes. */
export async function receivedBy(workbench: Workbench, name: string): Promise<JsonObject[]> {
	const file = path.join(path.dirname(workbench.folder), `record-${name}.jsonl`);
	const text = await readFile(file, 'utf8').catch(() => '');
	return text
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(String((JSON.parse(line) as { line: unknown }).line)) as JsonObject);
}

/** Process ids that have received anything under that name. */
export async function processesOf(workbench: Workbench, name: string): Promise<number> {
	const file = path.join(path.dirname(workbench.folder), `record-${name}.jsonl`);
	const text = await readFile(file, 'utf8').catch(() => '');
	const pids = text
		.split('\n')
		.flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { pid: number }).pid]));
	return new Set(pids).size;
}

/** The outcomes with which permission requests were answered, in the order of the wire. */
export async function outcomesOf(workbench: Workbench, name: string): Promise<string[]> {
	const received = await receivedBy(workbench, name);
	return received.flatMap(({ result }) => {
		const outcome = isJsonObject(result) ? result['outcome'] : undefined;
		if (!isJsonObject(outcome)) return [];
		return [String(outcome['optionId'] ?? outcome['outcome'])];
	});
}

export interface AskOptions {
	readonly toolCallId?: string;
	readonly title?: string;
	readonly command?: string;
	readonly kind?: string;
	readonly content?: readonly JsonObject[];
	readonly options?: readonly JsonObject[];
	readonly as?: string;
	readonly isAsync?: boolean;
}

export const allowOrReject: readonly JsonObject[] = [
	{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
	{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

/** A step that asks for permission. */
export function ask(options: AskOptions = {}): Step {
	const { toolCallId = 'call', title = 'Run it', command, kind = 'execute', content } = options;
	return {
		request: {
			method: 'session/request_permission',
			params: {
				sessionId: '$session',
				toolCall: {
					toolCallId,
					title,
					kind,
					status: 'pending',
					...(command === undefined ? {} : { rawInput: { command } }),
					...(content === undefined ? {} : { content }),
				},
				options: options.options ?? allowOrReject,
			},
		},
		as: options.as ?? 'answer',
		...(options.isAsync === undefined ? {} : { isAsync: options.isAsync }),
	};
}

/** Waits until `read` gives something that `isEnough` accepts, and gives that. */
export async function eventually<T>(
	read: () => Promise<T>,
	isEnough: (value: T) => boolean,
	timeoutMs = 30_000,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const value = await read();
		if (isEnough(value)) return value;
		if (Date.now() > deadline) throw new Error(`Still ${JSON.stringify(value)} after ${timeoutMs} ms`);
		await sleep(50);
	}
}

/** The rows of the open quick-pick as a screen reader says them. */
export async function optionsOf({ quickInput }: Workbench): Promise<string[]> {
	const options = await quickInput.widget.getByRole('option').all();
	return Promise.all(options.map(async (option) => (await option.getAttribute('aria-label')) ?? ''));
}

/** Starts a session through the palette and waits until it is the one on show. */
export async function startSession(workbench: Workbench, agent: string): Promise<void> {
	await beginSession(workbench, agent);
	await workbench.chat.waitForStatus('Ready');
}

/** The same with an agent that may never get ready. */
export async function beginSession(workbench: Workbench, agent: string): Promise<void> {
	await workbench.runCommand('ACP: New Session');
	await chooseAgent(workbench, agent);
}

/** In the list of agents that is open, or about to be. */
export async function chooseAgent({ quickInput, chat }: Workbench, agent: string): Promise<void> {
	await quickInput.waitForTitle('ACP: New Session');
	// The list shows only the rows that fit.
	await quickInput.input.fill(agent);
	await quickInput.pick(agent);
	await quickInput.waitClosed();
	await chat.waitForEmptyTranscript();
	await chat.waitForAgent(agent);
	await chat.approveIfAsked();
}

/**
 * Tests of agents that run once for each carrier of their messages: pipes, and a plain WebSocket. What is about a process
 * alone stands in one list; there it has to fail behind a WebSocket, and nowhere else may it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AgentErrorReason } from '../../../src/core/base/errors.ts';
import { noteDeclaringFile } from '../../tools/declaringFile.ts';
import type { SocketAgents } from '../../agents/fakeAgentAtSocket.ts';

/** Titles of tests that hold for a process alone, with the reason. */
export const aboutProcesses: Readonly<Record<string, string>> = {
	'[acp C4] JSON on stderr is not dispatched, but kept for the log': 'stderr is that of a process',
	'an agent is reached over the pipes of its process [acp C5]': 'a socket is no pipe',
	'that closes its output and lives on leaves nothing waiting [acp C61] [hazard B3]':
		'a socket ends in both directions at once',
	'is started anew with 1 when it closes its output': 'a socket ends in both directions at once',
	"the user's OTEL variables reach the agent as they are, and we set none [acp C126]":
		'the environment is that of a process',
};

/** What the test that runs has asked for, if it runs behind a WebSocket. */
interface SocketRun {
	agents: number;
}

const socketRun = new AsyncLocalStorage<SocketRun>();
let serving: Promise<SocketAgents> | undefined;
after(async () => (await serving)?.stop());

/** Runs the test with its agents on stdio, and again with each of them behind a plain WebSocket. */
export function it(title: string, run: () => Promise<void>): void {
	declare(title, run);
	const reason = aboutProcesses[title];
	if (reason === undefined) return declare(`behind a WebSocket: ${title}`, () => runBehindSocket(run));
	// Without its tags, since it shows the contrary.
	const promise = title.replaceAll(/ ?\[[^\]]*\]/gu, '').trim();
	declare(`not behind a WebSocket, since ${reason}: ${promise}`, () => assert.rejects(runBehindSocket(run)));
}

function declare(title: string, run: () => Promise<void>): void {
	noteDeclaringFile(title);
	void test(title, run);
}

async function runBehindSocket(run: () => Promise<void>): Promise<void> {
	const state: SocketRun = { agents: 0 };
	await socketRun.run(state, run);
	assert.ok(state.agents > 0, 'The test needs no agent at all: let it run once, by `test` of node:test.');
}

/** Where the agents of the test that runs are reached, unless they are on stdio. */
export function socketAgents(): Promise<SocketAgents> | undefined {
	const state = socketRun.getStore();
	if (state === undefined) return undefined;
	state.agents++;
	// Most files that could ask never do.
	return (serving ??= import('../../agents/fakeAgentAtSocket.ts').then((module) => module.serveAgentsHere()));
}

/** What the end of an agent comes to in the test that runs: nobody sees a process exit behind a WebSocket. */
export function reasonOfEnd(): AgentErrorReason {
	return socketRun.getStore() === undefined ? 'exited' : 'disconnected';
}

/**
 * Tests of agents that run once for each carrier of their messages: pipes, a plain WebSocket, and streamable HTTP. What is
 * about a process alone stands in one list, and what HTTP has no place for in another; there it has to fail by that
 * carrier, and nowhere else may it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AgentErrorReason } from '../../../src/core/base/errors.ts';
import { noteDeclaringFile } from '../../tools/declaringFile.ts';
import type { AgentsHere } from '../../agents/agentsHere.ts';
import { sized } from '../../tools/sized.ts';

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

const oneInitialize = 'a connection has one `initialize`, and the next one a new agent';

/** Titles of tests that hold by pipes and WebSockets, but not by streamable HTTP, with the reason. */
export const notByHttp: Readonly<Record<string, string>> = {
	'is asked for 2 on the same connection when it refuses it and names 2 [acp C205]': oneInitialize,
	'is asked for 2 on the same connection when it refuses it and names 2 among others [acp C205]':
		oneInitialize,
	'is asked for 1 on the same connection when it refuses and names it [acp C205]': oneInitialize,
	'is given up with a clear word when it refuses 1 and 2 [acp C19] [acp C205]': oneInitialize,
	'is given up with a clear word when it refuses 1 and then answers with it [acp C19] [acp C205]':
		oneInitialize,
	...Object.fromEntries(
		['an agent of version 1', 'an agent of version 2', 'one that has only the other version'].map((which) => [
			`initialize goes out alone and first to ${which}, nothing follows before its answer [acp C15] [acp C32]`,
			'nothing is heard before the first answer',
		]),
	),
};

type Address = 'socket' | 'http';

/** What the test that runs has asked for, if its agents are at addresses. */
interface AddressRun {
	readonly address: Address;
	agents: number;
}

const addressRun = new AsyncLocalStorage<AddressRun>();
const serving = new Map<Address, Promise<AgentsHere>>();
after(async () => {
	for (const one of serving.values()) (await one).stop();
});

/** Tests until now: of those that follow each other, such as one for each version, every other one goes by HTTP. */
let declared = 0;

/**
 * Runs the test with its agents on stdio, and again with each of them at an address: by each carrier in the long run, and
 * in the short one by one of them in turn, and wherever it has to fail.
 */
export function it(title: string, run: () => Promise<void>): void {
	declare(title, run);
	const reason = aboutProcesses[title];
	const byHttp = reason ?? notByHttp[title];
	const isForSocket = declared++ % 2 === 0;
	if (sized(true, isForSocket || reason !== undefined)) runAt('socket', reason, title, run);
	if (sized(true, !isForSocket || byHttp !== undefined)) runAt('http', byHttp, title, run);
}

/** @param reason why it has to fail there */
function runAt(address: Address, reason: string | undefined, title: string, run: () => Promise<void>): void {
	const where = address === 'socket' ? 'behind a WebSocket' : 'by streamable HTTP';
	if (reason === undefined) return declare(`${where}: ${title}`, () => runWithAgentsAt(address, run));
	// Without its tags, since it shows the contrary.
	const promise = title.replaceAll(/ ?\[[^\]]*\]/gu, '').trim();
	declare(`not ${where}, since ${reason}: ${promise}`, () => assert.rejects(runWithAgentsAt(address, run)));
}

function declare(title: string, run: () => Promise<void>): void {
	noteDeclaringFile(title);
	void test(title, run);
}

async function runWithAgentsAt(address: Address, run: () => Promise<void>): Promise<void> {
	const state: AddressRun = { address, agents: 0 };
	await addressRun.run(state, run);
	assert.ok(state.agents > 0, 'The test needs no agent at all: let it run once, by `test` of node:test.');
}

/** Where the agents of the test that runs are reached, unless they are on stdio. */
export function agentsAtAddresses(): Promise<AgentsHere> | undefined {
	const state = addressRun.getStore();
	if (state === undefined) return undefined;
	state.agents++;
	const served = serving.get(state.address) ?? serve(state.address);
	serving.set(state.address, served);
	return served;
}

/** Most files that could ask never do. */
async function serve(address: Address): Promise<AgentsHere> {
	if (address === 'socket') return (await import('../../agents/fakeAgentAtSocket.ts')).serveAgentsHere();
	return (await import('../../agents/fakeAgentAtHttp.ts')).serveAgentsByHttp();
}

/** What carries the messages of the test that runs. */
export function carrierOfTest(): 'stdio' | Address {
	return addressRun.getStore()?.address ?? 'stdio';
}

/**
 * What the end of an agent comes to in the test that runs: nobody sees a process exit at an address.
 * @param when whether it has answered `initialize`, before which there is no connection by HTTP
 */
export function reasonOfEnd(when: 'opening' | 'open' = 'open'): AgentErrorReason {
	const carrier = carrierOfTest();
	if (carrier === 'stdio') return 'exited';
	return carrier === 'http' && when === 'opening' ? 'unreachable' : 'disconnected';
}

/** What we send to agents of either version, every field filled in: for tests of what goes out. */
import type { AgentPort, SessionSetup } from '../../../../src/core/session/model/agentPort.ts';
import type { MemoryWire } from './memoryWire.ts';
import { type FakeTarget, setup } from './support.ts';

const everySetup: SessionSetup = {
	...setup('/work'),
	additionalDirectories: ['/other'],
	mcpServers: [
		{ type: 'stdio', name: 'a', command: '/bin/a', args: ['-x'], env: { A: '1' } },
		{ type: 'http', name: 'b', url: 'https://b.test', headers: { h: 'v' } },
		{ type: 'sse', name: 'c', url: 'https://c.test', headers: {} },
		{ type: 'acp', name: 'd', serverId: 'd1' },
	],
	systemPrompt: { mode: 'override', text: 'Be brief.' },
};

/** Opens sessions in each way, and does with them what can be done without a prompt, but for their end. */
export async function openAndManage(agent: AgentPort): Promise<void> {
	await agent.newSession(everySetup);
	await agent.loadSession('old', everySetup);
	await agent.resumeSession('old', everySetup);
	await agent.forkSession('old', everySetup);
	await agent.listSessions({ cwd: '/work', cursor: 'c', archived: 'only' });
	await agent.archiveSession('old', true);
	await agent.archiveSession('old', false);
	await agent.setTitle('old', 'New');
	await agent.sessionStatus('old');
}

/** Logs in and out, and changes where the agent's models come from. */
export async function useAccount(agent: AgentPort): Promise<void> {
	await agent.authenticate('key');
	await agent.logout();
	await agent.authStatus();
	await agent.listProviders();
	await agent.setProvider({
		providerId: 'p',
		apiType: 'openai',
		baseUrl: 'https://x.test',
		headers: { a: 'b' },
	});
	await agent.disableProvider('p');
}

/** Answers a question of the agent in each way. */
export async function answerInEachWay(wire: MemoryWire, target: FakeTarget, question: object): Promise<void> {
	for (const answer of [
		{ type: 'accept', content: { a: 'x', b: 1, c: true, d: ['y'] } },
		{ type: 'decline' },
		{ type: 'cancel' },
	] as const) {
		target.answer = () => Promise.resolve(answer);
		await wire.ask('elicitation/create', question);
	}
}

/** Everything a session can want of an agent, one after the other, also what the agent cannot do. */
import type { V1Agent } from '../../../src/core/acp/v1/v1Agent.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import type { Content } from '../../../src/core/session/model/content.ts';
import type { McpServer } from '../../../src/core/session/model/mcp.ts';
import type { SessionSetup } from '../../../src/core/session/model/agentPort.ts';

export const mcpServers: readonly McpServer[] = [
	{ type: 'stdio', name: 'a', command: '/bin/a', args: [], env: {} },
	{ type: 'http', name: 'b', url: 'https://b.test/mcp', headers: {} },
	{ type: 'sse', name: 'c', url: 'https://c.test/mcp', headers: {} },
	{ type: 'acp', name: 'd', serverId: 'd1' },
];

export const fullSetup: SessionSetup = {
	cwd: '/work',
	additionalDirectories: ['/other'],
	mcpServers,
	systemPrompt: { mode: 'override', text: 'Be brief.' },
};

const contents: readonly Content[] = [
	{ type: 'text', text: 'hi' },
	{ type: 'resource_link', uri: 'file:///work/a.ts', name: 'a.ts' },
	{ type: 'resource', uri: 'file:///work/a.ts', text: 'let a' },
	{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
	{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
];

/**
 * Tries it all. What the agent does not offer has to be refused as `denied`, by us.
 * @returns names of the intents that were refused
 */
export async function tryEverything(agent: V1Agent): Promise<string[]> {
	const { sessionId } = await agent.newSession(fullSetup);
	const intents: Record<string, () => Promise<unknown>> = {
		load: () => agent.loadSession('old', fullSetup),
		resume: () => agent.resumeSession('old', fullSetup),
		fork: () =>
			agent.forkSession('old', { ...fullSetup, systemPrompt: { mode: 'append', text: 'Briefly.' } }),
		list: () => agent.listSessions({ cwd: '/work' }),
		archive: () => agent.archiveSession('old', true),
		unarchive: () => agent.archiveSession('old', false),
		setTitle: () => agent.setTitle('old', 'New'),
		sessionStatus: () => agent.sessionStatus('old'),
		authStatus: () => agent.authStatus(),
		logout: () => agent.logout(),
		listProviders: () => agent.listProviders(),
		setProvider: () => agent.setProvider({ providerId: 'p', apiType: 'openai', baseUrl: 'https://p.test' }),
		disableProvider: () => agent.disableProvider('p'),
		close: () => agent.closeSession('old'),
		delete: () => agent.deleteSession('old'),
		...Object.fromEntries(
			contents.map((content) => [`prompt ${content.type}`, () => agent.prompt(sessionId, [content])]),
		),
	};
	const refused: string[] = [];
	for (const [name, intent] of Object.entries(intents)) {
		try {
			await intent();
		} catch (error) {
			if (!AgentError.is(error, 'unsupported')) throw new Error(`${name} failed`, { cause: error });
			refused.push(name);
		}
	}
	return refused;
}

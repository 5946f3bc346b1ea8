import type { Provided } from '../../core/session/model/agentPort.ts';
import type { McpServers } from '../mcp/mcpServers.ts';
import { otherFolders } from '../common/workspaceFolders.ts';
import type { Settings } from '../settings/settings.ts';
import { windowServer } from '../agents/windowTools.ts';

/**
 * What a session is given: the workspace's other folders, the tool servers, instructions of the user.
 * @param cwd absolute path of the session's directory
 */
export async function provideSetup(
	settings: Settings,
	mcp: McpServers,
	agentName: string,
	cwd: string,
): Promise<Provided> {
	const { servers, problems } = await mcp.forSession(agentName, cwd);
	const { systemPrompt, unstable } = settings;
	return {
		additionalDirectories: otherFolders(cwd),
		mcpServers: unstable.has('mcpOverAcp') ? [...servers, windowServer] : servers,
		...(systemPrompt === undefined ? {} : { systemPrompt }),
		problems,
	};
}

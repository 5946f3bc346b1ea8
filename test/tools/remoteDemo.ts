/**
 * What `npm start` shows beside the built-in demo agent: the same agent at an address of this machine, and a gateway that
 * speaks no ACP.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { projectFolder } from '../vscode/launcher/cache.ts';
import { PioneerGateway } from '../agents/pioneerGateway.ts';
import { serveCommandByWebSocket, type WebSocketAgent } from '../agents/webSocketAgent.ts';

/** How the settings call it. */
const remoteName = 'Demo Agent (remote)';
/** The same in each run, so that an address that was approved stays so. Any other where it is taken. */
const usualPort = 38_417;
const gatewayPort = 38_418;

/**
 * Starts it, and says where it is in the settings of the machine. What else stands there stays.
 * @param home folder that outlives the run; VS Code keeps its data in `data` in it
 */
export async function startRemoteDemo(home: string): Promise<WebSocketAgent> {
	const command = {
		command: process.execPath,
		args: [path.join(projectFolder, 'dist', 'demoAgent.cjs')],
		env: { ACP_HOST_DEMO_STATE: path.join(home, 'remoteDemo') },
	};
	const serve = (port: number): Promise<WebSocketAgent> =>
		serveCommandByWebSocket(command, { port, isAlone: false });
	const agent = await serve(usualPort).catch(() => serve(0));
	await configure(home, remoteName, { url: agent.url });
	return agent;
}

/** The same for a gateway, whose answers are always the same few. */
export async function startDemoGateway(home: string): Promise<PioneerGateway> {
	const gateway = await PioneerGateway.start({ port: gatewayPort }).catch(() => PioneerGateway.start());
	await configure(home, 'Demo Gateway', { url: gateway.url, protocol: 'pioneer' });
	return gateway;
}

async function configure(home: string, name: string, agent: object): Promise<void> {
	const file = path.join(home, 'data', 'data', 'Machine', 'settings.json');
	const before = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
	const edits = Object.entries(agent).reduce((text, [key, value]) => {
		const formattingOptions = { insertSpaces: false };
		return applyEdits(text, modify(text, ['acpHost.agents', name, key], value, { formattingOptions }));
	}, before);
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, edits);
}

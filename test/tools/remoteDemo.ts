/** The demo agent at an address of this machine, beside the built-in one, so that `npm start` shows both. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { projectFolder } from '../vscode/launcher/cache.ts';
import { serveCommandByWebSocket, type WebSocketAgent } from '../agents/webSocketAgent.ts';

/** How the settings call it. */
const name = 'Demo Agent (remote)';
/** The same in each run, so that an address that was approved stays so. Any other where it is taken. */
const usualPort = 38_417;

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
	await configure(path.join(home, 'data', 'data', 'Machine', 'settings.json'), agent.url);
	return agent;
}

async function configure(file: string, url: string): Promise<void> {
	const before = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
	const edits = modify(before, ['acpHost.agents', name, 'url'], url, {
		formattingOptions: { insertSpaces: false },
	});
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, applyEdits(before, edits));
}

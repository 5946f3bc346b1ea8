/**
 * `npm start`: VS Code with the extension installed from its VSIX and a sample workspace, as a user would have it.
 * Prints the address and runs until Ctrl+C, which ends everything it started. Settings survive between runs.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../vscode/launcher/cache.ts';
import { installVsix } from '../vscode/launcher/installVsix.ts';
import { startServer } from '../vscode/launcher/server.ts';
import { workbenchUrl } from '../vscode/launcher/workbenchUrl.ts';
import { packageExtension } from './package.ts';
import { startDemoGateway, startRemoteDemo } from './remoteDemo.ts';

const home = path.join(projectFolder, '.vscode-test', 'start');
const workspace = path.join(home, 'workspace');
const dataFolder = path.join(home, 'data');
const extensionsFolder = path.join(home, 'extensions');

await mkdir(extensionsFolder, { recursive: true });
const vsix = await packageExtension();
if (!existsSync(workspace)) {
	await cp(path.join(projectFolder, 'test', 'tools', 'sampleWorkspace'), workspace, { recursive: true });
}
await installVsix('newest', vsix, extensionsFolder, dataFolder);
const remoteDemo = await startRemoteDemo(home);
const gateway = await startDemoGateway(home);
const server = await startServer({
	version: 'newest',
	dataDir: dataFolder,
	extensionsDir: extensionsFolder,
	automation: false,
	...(process.env['PORT'] === undefined ? {} : { port: Number(process.env['PORT']) }),
});

// Once, so that what the user changes stays: nothing of VS Code's own in front of what is to be seen.
if (!existsSync(path.join(dataFolder, 'data', 'User', 'settings.json'))) {
	server.writeUserSettings({
		'chat.disableAIFeatures': true,
		'workbench.startupEditor': 'none',
		'workbench.secondarySideBar.defaultVisibility': 'hidden',
		'git.openRepositoryInParentFolders': 'never',
		'telemetry.telemetryLevel': 'off',
	});
}

console.log(`
VS Code with ACP Host runs at

    ${workbenchUrl({ port: server.port, folder: workspace })}

Open it in a browser, press F1 and run "ACP: New Session". The demo agent needs no key and no network. It is there
twice: built in, and as "Demo Agent (remote)" at ${remoteDemo.url}. "Demo Gateway" at ${gateway.url} speaks no ACP.
Your own agents go into the remote settings: "ACP: Open Settings". Ctrl+C ends it.
`);

// The launcher ends everything on SIGINT, SIGTERM and SIGHUP; until then there is nothing to do.
setInterval(() => undefined, 60_000);

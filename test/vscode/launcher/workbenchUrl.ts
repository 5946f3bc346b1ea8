export interface WorkbenchTarget {
	readonly port: number;
	/** Absolute path of the folder to open; without it an empty window opens. */
	readonly folder?: string | undefined;
	/** Absolute path of a `.code-workspace` file to open instead of a folder. */
	readonly workspaceFile?: string | undefined;
	/** Absolute path of an extension to load from its folder. Needs `--enable-smoke-test-driver`. */
	readonly extensionDevelopmentPath?: string | undefined;
	/** Absolute path of a module whose `run()` the extension host calls. */
	readonly extensionTestsPath?: string | undefined;
}

/** The address of a workbench of the server on `port`. */
export function workbenchUrl(target: WorkbenchTarget): string {
	const authority = `127.0.0.1:${target.port}`;
	const remote = (path: string) => `vscode-remote://${authority}${path}`;
	const payload: [string, string][] = [['skipWelcome', 'true']];
	if (target.extensionDevelopmentPath !== undefined) {
		payload.push(['extensionDevelopmentPath', remote(target.extensionDevelopmentPath)]);
	}
	if (target.extensionTestsPath !== undefined) {
		payload.push(['extensionTestsPath', remote(target.extensionTestsPath)]);
	}
	const url = new URL(`http://${authority}/`);
	if (target.workspaceFile !== undefined) url.searchParams.set('workspace', target.workspaceFile);
	else if (target.folder !== undefined) url.searchParams.set('folder', target.folder);
	else url.searchParams.set('ew', 'true');
	url.searchParams.set('payload', JSON.stringify(payload));
	return url.href;
}

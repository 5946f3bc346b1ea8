import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fetchVscode, type VscodeVersion } from './download.ts';

const run = promisify(execFile);

/**
 * Installs a VSIX as a user does, with VS Code's own installer.
 * @param vsix absolute path
 * @param extensionsFolder where the server looks for extensions, absolute
 * @param dataFolder the server's data, absolute
 */
export async function installVsix(
	version: VscodeVersion,
	vsix: string,
	extensionsFolder: string,
	dataFolder: string,
): Promise<void> {
	const { node, serverMain } = await fetchVscode(version);
	const { stdout, stderr } = await run(node, [
		serverMain,
		...['--install-extension', vsix, '--force'],
		...['--extensions-dir', extensionsFolder, '--server-data-dir', dataFolder],
		'--accept-server-license-terms',
	]);
	if (!/successfully installed/u.test(stdout))
		throw new Error(`The VSIX was not installed:\n${stdout}\n${stderr}`);
}

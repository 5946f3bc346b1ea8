/**
 * How to run a script of our own (docs/decisions/processes.md): on the Node we are in, which on a desktop is Electron.
 */

interface OurScriptCommand {
	readonly command: string;
	readonly args: readonly string[];
	/** To be added to the child's environment; the script deletes it before it starts anything itself. */
	readonly env: Readonly<Record<string, string>>;
}

/** The parts of `process` that decide; injected because no Electron is at hand in tests. */
interface Runtime {
	readonly execPath: string;
	readonly versions: { readonly electron?: string | undefined };
}

/**
 * @param path absolute path of the script
 * @param args its own arguments
 */
export function bundledScript(
	path: string,
	args: readonly string[] = [],
	runtime: Runtime = process as Runtime,
): OurScriptCommand {
	const isElectron = runtime.versions.electron !== undefined;
	return {
		command: runtime.execPath,
		args: [path, ...args],
		env: isElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
	};
}

/** The variables that may stand in settings for what differs between machines and folders. Pure. */

/** Puts in variables, once: what they bring is not searched again. */
export type ResolveVariables = (text: string) => string;

/**
 * Knows `${workspaceFolder}`, `${env:NAME}` and `${userHome}`; a name that the environment lacks is empty, and every
 * other variable stays as it is written.
 * @param folder absolute path of the workspace folder
 */
export function variableResolver(
	folder: string,
	environment: Readonly<Record<string, string | undefined>>,
): ResolveVariables {
	return (text) =>
		text.replace(/\$\{(workspaceFolder|userHome|env:([^}]+))\}/gu, (_match, kind: string, name?: string) => {
			if (kind === 'workspaceFolder') return folder;
			if (kind === 'userHome') return environment['HOME'] ?? environment['USERPROFILE'] ?? '';
			return environment[name ?? ''] ?? '';
		});
}

/** The same for each value of `env` or `headers`. */
export function resolveValues(
	values: Readonly<Record<string, string>>,
	resolve: ResolveVariables,
): Record<string, string> {
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, resolve(value)]));
}

/** The variables that may stand in settings for what differs between machines and folders. Pure. */

/** Puts in variables, once: what they bring is not searched again. */
export type ResolveVariables = (text: string) => string;

/** All of them. A name has no closing brace. */
const variable = /\$\{(workspaceFolder|userHome|env:([^}]+)|secret:([^}]+))\}/gu;

/**
 * Knows `${workspaceFolder}`, `${env:NAME}` and `${userHome}`; a name that the environment lacks is empty, and every
 * other variable stays as it is written, also `${secret:NAME}` for a secret that is not given.
 * @param folder absolute path of the workspace folder
 * @param secrets by their names
 */
export function variableResolver(
	folder: string,
	environment: Readonly<Record<string, string | undefined>>,
	secrets: ReadonlyMap<string, string> = new Map(),
): ResolveVariables {
	return (text) =>
		text.replace(variable, (written, kind: string, name?: string, secret?: string) => {
			if (kind === 'workspaceFolder') return folder;
			if (kind === 'userHome') return environment['HOME'] ?? environment['USERPROFILE'] ?? '';
			if (secret !== undefined) return secrets.get(secret) ?? written;
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

/** The variables in a text as they are written, each once. */
export function variablesIn(text: string): readonly string[] {
	return [...new Set(text.match(variable) ?? [])];
}

import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';

const namedFiles = 5;

/**
 * What a path is called where people read it: relative to the workspace where it lies in it. An agent may name anything;
 * what VS Code takes for no path, such as `////x`, is called as it was said.
 */
export function pathLabel(path: string): string {
	try {
		return vscode.workspace.asRelativePath(path);
	} catch {
		return path;
	}
}

/** The first few, and how many there are besides. */
export function pathLabels(paths: readonly string[]): string {
	const names = paths.slice(0, namedFiles).map((path) => pathLabel(path));
	const left = paths.length - names.length;
	return left === 0 ? names.join(', ') : t('{0} and {1} more', names.join(', '), left);
}

/** Why a file that an agent names is not opened: to look at it would tell another machine who we are (hazard D11). */
export function remoteText(path: string): string {
	return t(
		'{0} is on another computer, and to look at it tells that computer who you are. ACP Host does not do that for an agent: open it yourself if you trust that computer.',
		path,
	);
}

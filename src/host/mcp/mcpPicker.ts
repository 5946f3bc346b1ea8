/** The list in which the user chooses among the MCP servers of a workspace. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { escapeIcons, fitsIntoRow, oneLine, rowsOf } from '../common/displayText.ts';
import type { McpVerdict } from './mcpApprovals.ts';
import { mcpCommandLine, mcpEntryText } from '../settings/mcpDefinition.ts';
import type { WorkspaceMcpServer } from './mcpFiles.ts';

/** What an editor shows of a line beside a side bar: the rest would lie to the right, unseen. */
const editorChars = 80;

/** The list lies over the top of the editor; what is to be read has to begin below it. */
const roomForList = '\n'.repeat(8);

/** Shows a text in a read-only editor. */
export type OpenText = (name: string, text: string) => Promise<void>;

/**
 * Asks which servers agents may use.
 * @param verdictOf what the user has said so far: only what was allowed, and is still the same, is preselected
 * @returns the allowed ones; undefined when the user changed their mind
 */
export async function pickMcpServers(
	entries: readonly WorkspaceMcpServer[],
	verdictOf: (entry: WorkspaceMcpServer) => McpVerdict,
	openText: OpenText,
): Promise<readonly WorkspaceMcpServer[] | undefined> {
	const items = entries.map((entry) => itemOf(entry, verdictOf(entry)));
	const picked = await vscode.window.showQuickPick(items, {
		title: t('ACP: Choose Workspace MCP Servers'),
		placeHolder: t('Check what agents may use here, from the next session on'),
		canPickMany: true,
		ignoreFocusOut: true,
		matchOnDetail: true,
	});
	if (picked === undefined) return undefined;
	const allowed = picked.map(({ entry }) => entry);
	const unseen = allowed.filter((entry) => verdictOf(entry) !== 'allowed' && !isShownWhole(entry));
	if (unseen.length === 0) return allowed;
	const isAgreed = await confirmWhole(unseen, openText);
	if (isAgreed === undefined) return undefined;
	return isAgreed ? allowed : allowed.filter((entry) => !unseen.includes(entry));
}

function itemOf(
	entry: WorkspaceMcpServer,
	verdict: McpVerdict,
): vscode.QuickPickItem & { readonly entry: WorkspaceMcpServer } {
	const { file, server } = entry;
	return {
		label: oneLine(server.name),
		description: escapeIcons(verdict === 'changed' ? t('{0}, changed since you chose', file) : file),
		detail: oneLine(mcpCommandLine(server)),
		picked: verdict === 'allowed',
		entry,
	};
}

/** The row hides values, and those of `env` decide what runs just as the command does (`NODE_OPTIONS`). */
function isShownWhole({ server }: WorkspaceMcpServer): boolean {
	const values = server.type === 'stdio' ? server.env : server.headers;
	return Object.keys(values).length === 0 && fitsIntoRow(visibleText(mcpCommandLine(server)));
}

/** Shows what a row cut or hid, in full, and asks again. Undefined when the user changed their mind. */
async function confirmWhole(
	entries: readonly WorkspaceMcpServer[],
	openText: OpenText,
): Promise<boolean | undefined> {
	const text = entries.map(({ file, server }) => `// ${file}\n${mcpEntryText(server)}\n`).join('\n');
	await openText(t('MCP servers'), roomForList + rowsOf(text, editorChars).join('\n'));
	const names = entries.map(({ server }) => oneLine(server.name)).join(', ');
	// The first row is one Enter away, so it is the harmless one.
	const items = [
		{ label: t('Do Not Use'), detail: names, isAgreed: false },
		{ label: t('Use'), detail: names, isAgreed: true },
	];
	const picked = await vscode.window.showQuickPick(items, {
		title: t('ACP: Choose Workspace MCP Servers'),
		placeHolder: t('The editor shows these in full: they did not fit into the list. Use them?'),
		ignoreFocusOut: true,
	});
	return picked?.isAgreed;
}

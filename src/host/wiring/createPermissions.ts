import type * as vscode from 'vscode';
import type { ChatView } from '../chat/chatView.ts';
import type { DiffTabs } from '../diffs/diffTabs.ts';
import { PermissionQueue } from '../permissions/permissionQueue.ts';
import { type PermissionRuleParts, WindowRules } from '../permissions/permissionRules.ts';

export interface PermissionParts extends Omit<PermissionRuleParts, 'permissions'> {
	readonly chatView: () => ChatView;
	readonly diffs: DiffTabs;
}

/** What asks the user, and the rules that are asked before. */
export function createPermissions(
	context: vscode.ExtensionContext,
	parts: PermissionParts,
): { readonly permissions: PermissionQueue; readonly rules: WindowRules } {
	const permissions: PermissionQueue = new PermissionQueue({
		returnFocus: () => parts.chatView().returnFocus(),
		openDetails: (title, text) => parts.showText('permission', title, text),
		openDiff: (hosted, entryId) => parts.diffs.open(hosted, entryId),
		makeRule: (hosted, permissionId) => rules.makeFor(hosted, permissionId),
	});
	const rules: WindowRules = new WindowRules(context, { ...parts, permissions });
	context.subscriptions.push(permissions, rules);
	return { permissions, rules };
}

/**
 * Who looks at the disk. What an agent names goes through the guard of paths first (hazard D11), so each file of the
 * host that can look is listed with what it looks at; a new one has to say so here.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const host = fileURLToPath(new URL('../../../src/host/', import.meta.url));
const looks =
	/from 'node:fs|\bworkspace\.fs\b|\b(?:openTextDocument|showTextDocument|probeFile|readRegular|readCurrentText|canonicalPath|createNewFile)\(|'vscode\.open'|'revealInExplorer'/u;
const guard = /\b(?:checkPath|placeToLook|placeOnDemand|UnrequestedReads)\b/u;

/** Behind the guard: they are given paths that it let pass, by those who ask it. */
const behindTheGuard: Readonly<Record<string, string>> = {
	'changes/liveTexts.ts': 'files that a look at the workspace has found',
	'changes/writtenHash.ts': 'what workspaceFiles has written',
	'changes/wholeFiles.ts': 'files that a look at the workspace has found',
	'files/editorFiles.ts': 'read by workspaceFiles and openDiffs',
	'files/textEncoding.ts': 'opened by workspaceFiles',
	'files/diskWrites.ts': 'written by workspaceFiles',
	'files/workspaceFiles.ts': 'asks FileAccess',
	'sessionsView/sessionFolder.ts': 'touches no other machine, and looks at no more than 100 folders',
};

/** They look at what the user, VS Code or we ourselves named. */
const notOfAgents: Readonly<Record<string, string>> = {
	'agents/schemas.ts': 'our package',
	'checkpoints/gitNotices.ts': "the workspace's folders",
	'changes/answerMessages.ts': 'what the user opens',
	'changes/committedFiles.ts': "what VS Code's Git tells",
	'changes/pendingFiles.ts': 'files of editors',
	'review/reviewSteps.ts': 'what the review has',
	'review/reviewTab.ts': 'what the review has',
	'changes/unsavedMerges.ts': 'an editor with unsaved text',
	'changes/waitingMark.ts': 'a mark of our own',
	'changes/windowChanges.ts': 'a mark of our own',
	'changesInChat/changesInChat.ts': 'what the review has, and the folders of the session',
	'chat/codeActions.ts': 'an untitled document',
	'chat/readingCommands.ts': 'where the user saves a conversation',
	'common/filePlaces.ts': "the workspace's folders",
	'common/readonlyDocuments.ts': 'texts of our own',
	'files/seenTexts.ts': 'what was saved',
	'highlight/installedExtensions.ts': 'extensions',
	'highlight/worker.ts': 'our package',
	'mcp/mcpFiles.ts': 'mcp.json of the workspace',
	'permissions/permissionLog.ts': 'our log',
	'permissions/permissionRules.ts': "the workspace's folders",
	'prompt/addToChat.ts': 'what the user adds',
	'prompt/attaching.ts': 'what the user attaches',
	'prompt/attachmentSources.ts': 'what the user attached',
	'prompt/openAttachment.ts': 'what the user attached',
};

const looking = readdirSync(host, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.ts'))
	.map((name) => [name.replaceAll(path.sep, '/'), readFileSync(path.join(host, name), 'utf8')] as const)
	.filter(([, text]) => looks.test(text));

describe('every look at the disk [hazard D11]', () => {
	it('at what an agent names goes through the guard', () => {
		const unguarded = looking.filter(([, text]) => !guard.test(text)).map(([name]) => name);
		const listed = Object.keys({ ...behindTheGuard, ...notOfAgents });
		assert.deepEqual(
			unguarded.filter((name) => !listed.includes(name)),
			[],
		);
	});

	it('is in the list only while it is made', () => {
		const names = looking.map(([name]) => name);
		for (const name of Object.keys({ ...behindTheGuard, ...notOfAgents }))
			assert.ok(names.includes(name), `${name} does not look any more`);
	});
});

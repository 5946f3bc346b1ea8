/** What a permission asked about, in VS Code's diff editor after the answer. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ToolCallPatch } from '../../../src/core/session/model/toolContent.ts';
import { ReadonlyDocuments } from '../../../src/host/common/readonlyDocuments.ts';
import { DiffTabs } from '../../../src/host/diffs/diffTabs.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { hostTest } from './registry.ts';
import { put, withScratch } from './scratch.ts';
import { spying } from './spies.ts';

const before = 'one\ntwo\nthree\n';

hostTest('what a permission asked about is shown as it was asked, whatever the call says later', async () => {
	const documents = new ReadonlyDocuments();
	const diffs = new DiffTabs(documents, { textBefore: () => Promise.resolve(undefined) });
	const hosted = hostedFake();
	const { session } = hosted;
	const textOf = (uri: unknown): string => {
		assert.ok(uri instanceof vscode.Uri);
		return documents.provideTextDocumentContent(uri);
	};
	try {
		await withScratch((folder) =>
			spying(async (seen) => {
				const file = await put(folder, 'a.txt', before);
				const say = (newText: string): void => {
					const content = [{ type: 'diff', path: file, oldText: 'two', newText }] as const;
					const fields: ToolCallPatch = { title: 'Edit', status: 'pending', content };
					session.dispatch({ type: 'tool_call_update', toolCallId: 't1', fields });
				};
				const option = { optionId: 'no', name: 'No', kind: 'reject_once' } as const;
				const subject = { type: 'tool_call', toolCallId: 't1' } as const;
				const asked = { permissionId: 'p1', subject, options: [option], at: 0 };
				const state = { type: 'answered', option } as const;
				say('TWO');
				session.dispatch({ type: 'permission_requested', ...asked });
				session.dispatch({ type: 'permission_settled', permissionId: 'p1', state });
				say('harmless');
				await diffs.open(hosted, 'p1');
				const opened = seen.commands.find(([id]) => id === 'vscode.diff');
				assert.ok(opened !== undefined);
				assert.equal(textOf(opened[1]), before);
				assert.equal(textOf(opened[2]), before.replace('two', 'TWO'));
			}),
		);
	} finally {
		session.dispose();
		documents.dispose();
	}
});

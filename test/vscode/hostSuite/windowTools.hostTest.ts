import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { answerMcp } from '../../../src/core/acp/shared/mcpMessage.ts';
import { answerWindowTools } from '../../../src/host/agents/windowTools.ts';
import { hostTest } from './registry.ts';
import { put, typeInto, withScratch } from './scratch.ts';

const serverId = 'acp-host.window';
const { signal } = new AbortController();

/** What a tool answers, as the agent reads it. */
async function call(name: string, input: object = {}): Promise<unknown> {
	const params = { serverId, method: 'tools/call', params: { name, arguments: input } };
	const { result } = (await answerMcp(answerWindowTools, params, signal)) as {
		result: { content: { text: string }[] };
	};
	return JSON.parse(result.content[0]?.text ?? '');
}

hostTest('the tools of the window are listed, and only tell', async () => {
	const answer = await answerMcp(answerWindowTools, { serverId, method: 'tools/list' }, signal);
	const { tools } = (answer as { result: { tools: { name: string; annotations: unknown }[] } }).result;
	assert.deepEqual(
		tools.map(({ name }) => name),
		['diagnostics', 'open_editors', 'selection'],
	);
	for (const { annotations } of tools) assert.deepEqual(annotations, { readOnlyHint: true });
});

hostTest('they tell of unsaved editors, selections and problems, with lines from 1 [acp C10]', () =>
	withScratch(async (folder) => {
		const file = await put(folder, 'a.txt', 'one\ntwo\n');
		const editor = await typeInto(file, 'x');
		editor.selection = new vscode.Selection(1, 0, 1, 3);
		assert.deepEqual(await call('open_editors'), [{ path: file, isDirty: true, isActive: true }]);
		assert.deepEqual(await call('selection'), { path: file, startLine: 2, endLine: 2, text: 'two' });
		const problems = vscode.languages.createDiagnosticCollection('test');
		try {
			const range = new vscode.Range(1, 0, 1, 3);
			problems.set(vscode.Uri.file(file), [new vscode.Diagnostic(range, 'Wrong.')]);
			const expected = [{ path: file, line: 2, severity: 'error', message: 'Wrong.' }];
			assert.deepEqual(await call('diagnostics', { path: file }), expected);
		} finally {
			problems.dispose();
		}
	}),
);

hostTest('they tell nothing of files outside of the workspace [hazard D1]', () =>
	withScratch(async () => {
		const outside = vscode.Uri.file(path.join(tmpdir(), 'acp-outside.txt'));
		const problems = vscode.languages.createDiagnosticCollection('test');
		try {
			problems.set(outside, [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), 'Secret.')]);
			assert.doesNotMatch(JSON.stringify(await call('diagnostics')), /Secret/u);
		} finally {
			problems.dispose();
		}
	}),
);

hostTest(
	'what they do not know is an error of theirs, and another server one of the connection',
	async () => {
		const ask = (params: object): Promise<object> =>
			answerMcp(answerWindowTools, { serverId, ...params }, signal);
		const unknown = await ask({ method: 'tools/call', params: { name: '__proto__' } });
		assert.equal((unknown as { error: { code: number } }).error.code, -32602);
		const other = await ask({ method: 'prompts/list' });
		assert.equal((other as { error: { code: number } }).error.code, -32601);
		const elsewhere = { serverId: 'other', method: 'tools/list' };
		await assert.rejects(answerMcp(answerWindowTools, elsewhere, signal), { code: -33001 });
	},
);

import assert from 'node:assert/strict';
import * as vscode from 'vscode';

export type Row = vscode.QuickPickItem;

/** Answers each list in turn, and returns what the lists showed. */
export async function answering(
	answers: readonly ((rows: readonly Row[]) => readonly Row[] | Row | undefined)[],
	run: () => Promise<unknown>,
): Promise<readonly Row[][]> {
	const window = vscode.window as { showQuickPick: unknown };
	const original = window.showQuickPick;
	const shown: Row[][] = [];
	window.showQuickPick = (rows: Row[]) => {
		const answer = answers[shown.length];
		assert.ok(answer, 'A list was shown that the test does not know.');
		shown.push(rows);
		return Promise.resolve(answer(rows));
	};
	try {
		await run();
	} finally {
		window.showQuickPick = original;
	}
	assert.equal(shown.length, answers.length);
	return shown;
}

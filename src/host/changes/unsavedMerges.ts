/**
 * An agent has written a file behind our back while its editor has text that is not saved: VS Code leaves the editor as
 * it is, and the next save would take away what the agent wrote. A merge of both into the editor is offered, in which
 * no line of the user is lost.
 */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { merged } from '../../core/changes/segments.ts';
import type { ChangeRecord } from '../../core/changes/record.ts';
import { withEol, withoutBom } from '../../core/diff/textRange.ts';
import type { ChangeEngine } from '../../node/changes/changeEngine.ts';
import { textOfBytes } from '../../node/fileProbe.ts';
import { messageText } from '../common/displayText.ts';
import { pathLabel } from '../common/pathLabel.ts';
import { lineEndOf } from '../files/diskWrites.ts';
import { editorUri, findOpenDocument } from '../files/editorFiles.ts';
import { replaceText } from '../files/editorSaves.ts';

export class UnsavedMerges implements Disposable {
	readonly #engine: Pick<ChangeEngine, 'content'>;
	readonly #onError: (error: unknown) => void;
	readonly #listener: Disposable;
	/** Hash of what each editor with unsaved text began with, and what was merged into it since. */
	readonly #origins = new Map<vscode.TextDocument, string>();
	/** Hash of what is offered to each editor; while the question is open it may become a newer one. */
	readonly #offered = new Map<vscode.TextDocument, string>();

	constructor(engine: Pick<ChangeEngine, 'content'>, onError: (error: unknown) => void) {
		this.#engine = engine;
		this.#onError = onError;
		const forget = (document: vscode.TextDocument): void => {
			if (!document.isDirty || document.isClosed) this.#origins.delete(document);
		};
		const saved = vscode.workspace.onDidSaveTextDocument(forget);
		const closed = vscode.workspace.onDidCloseTextDocument(forget);
		this.#listener = vscode.Disposable.from(saved, closed);
	}

	/** Offers a merge for each of those files that has unsaved text. Does not wait for the answers. */
	offerAll(records: readonly ChangeRecord[]): void {
		if (vscode.workspace.textDocuments.every(({ isDirty }) => !isDirty)) return;
		for (const record of records) {
			const isAgents = record.author !== 'user' && !record.evidence.includes('outside_turns');
			if (isAgents) void this.#offer(record).catch(this.#onError);
		}
	}

	dispose(): void {
		this.#listener.dispose();
	}

	async #offer({ path, before, after }: ChangeRecord): Promise<void> {
		const document = findOpenDocument(await editorUri(path));
		if (document?.isDirty !== true || before.type !== 'file' || after.type !== 'file') return;
		const origin = this.#origins.get(document) ?? before.hash;
		if (origin === undefined || after.hash === undefined) return;
		this.#origins.set(document, origin);
		const isAsking = this.#offered.has(document);
		this.#offered.set(document, after.hash);
		if (isAsking) return;
		try {
			const merge = t('Merge into Editor');
			const text = t(
				'An agent has changed {0} on the disk while you have unsaved text in it.',
				pathLabel(path),
			);
			// An agent that wrote through us has written into the editor itself.
			if ((await this.#text(document, after.hash)) === document.getText()) return;
			if ((await vscode.window.showWarningMessage(messageText(text), merge)) !== merge) return;
			await this.#merge(document, this.#offered.get(document) ?? after.hash);
		} finally {
			this.#offered.delete(document);
		}
	}

	async #merge(document: vscode.TextDocument, offered: string): Promise<void> {
		const origin = this.#origins.get(document) ?? '';
		const [base, theirs] = await Promise.all([this.#text(document, origin), this.#text(document, offered)]);
		// Saved or closed meanwhile: VS Code has asked what is to become of it.
		if (base === undefined || theirs === undefined || !document.isDirty) return;
		this.#origins.set(document, offered);
		const ours = document.getText();
		const { text, conflicts } = merged(base, ours, theirs);
		await replaceText(document, ours, text);
		const editor = await vscode.window.showTextDocument(document, { preserveFocus: false });
		const [first] = conflicts;
		if (first === undefined) return;
		const at = new vscode.Position(first.start, 0);
		editor.selection = new vscode.Selection(at, at);
		editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
		void vscode.window.showInformationMessage(
			messageText(
				t('In {0} places both of you changed the same lines: yours are in the editor.', conflicts.length),
			),
		);
	}

	/** As the document would have it. */
	async #text(document: vscode.TextDocument, hash: string): Promise<string | undefined> {
		const bytes = await this.#engine.content(hash);
		const text = bytes === undefined ? undefined : textOfBytes(bytes);
		return text === undefined ? undefined : withEol(withoutBom(text, document.encoding), lineEndOf(document));
	}
}

import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewChange, ViewToolContent } from '../../core/view/viewEntry.ts';
import { icon, textButton } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { answeredWord, diffCounts, keepButton, shownCounts, undoButton } from './fileReview.ts';

/** One changed file of a tool call. */
type ViewDiff = Extract<ViewChange, { type: 'diff' }>;

/** One of which the agent says what happens to it. */
type ViewFileChange = Extract<ViewChange, { type: 'file_change' }>;

const kinds = {
	create: { icon: 'diff-added', label: () => t('new file') },
	modify: { icon: 'diff-modified', label: () => t('changed') },
	delete: { icon: 'diff-removed', label: () => t('deleted') },
};

/** What can be done with a change of a file. */
export interface ChangeActions {
	readonly open: () => void;
	/** Absent where the row says what was asked, not what became of it. */
	readonly answer?: (answer: 'keep' | 'undo') => void;
}

/** A row per changed file: what happened to it, its first changed lines, and the way to the editor. */
function diffSummary(diff: ViewDiff, { open, answer }: ChangeActions): TemplateResult {
	const kind = kinds[diff.kind];
	return html`<div class="diff" data-kind=${diff.kind}>
		<div class="diff-head">
			${icon(kind.icon)}
			<span class="diff-path" title=${visibleText(diff.path)}>${untrustedTemplate(diff.label)}</span>
			<span class="visually-hidden">${kind.label()}</span>
			${countsOf(diff)} ${openButton(t('Open Diff'), diff.label, open)} ${answerButtons(diff, answer)}
		</div>
		${diffPreview(diff)}
	</div>`;
}

/** The row of a change, as the agent tells of it. */
export function changeRow(change: ViewChange, actions: ChangeActions): TemplateResult {
	return change.type === 'diff' ? diffSummary(change, actions) : fileChange(change, actions);
}

const operations = {
	add: { icon: 'diff-added', word: () => t('added'), kind: 'create' },
	delete: { icon: 'diff-removed', word: () => t('deleted'), kind: 'delete' },
	modify: { icon: 'diff-modified', word: () => t('changed'), kind: 'modify' },
	move: { icon: 'diff-renamed', word: () => t('moved'), kind: 'modify' },
	copy: { icon: 'copy', word: () => t('copied'), kind: 'create' },
	other: { icon: 'file', word: () => t('other change'), kind: 'modify' },
} as const;

/** Kinds of files that are no text, as people call them (acp C255). */
const fileTypes: ReadonlyMap<string | undefined, () => string> = new Map([
	['binary', () => t('binary')],
	['directory', () => t('folder')],
	['symlink', () => t('link')],
]);

/** True when there is something to compare. A file that only moved has the same text on both sides. */
export function opensAsDiff(content: ViewToolContent): boolean {
	if (content.type !== 'file_change') return content.type === 'diff';
	return content.preview.length > 0 && !fileTypes.has(content.fileType);
}

/** A row per file of which the agent says what happens to it, with the changed lines where it sent them (acp C254). */
function fileChange(change: ViewFileChange, { open, answer }: ChangeActions): TemplateResult {
	const { label, oldLabel, path, operation, operationName, fileType } = change;
	const { icon: name, word, kind } = operations[operation];
	const type = fileType === 'text' ? undefined : (fileTypes.get(fileType)?.() ?? fileType);
	const button = buttonText(change);
	const note = noteText(change);
	return html`<div class="diff" data-kind=${kind}>
		<div class="diff-head change-head">
			${icon(name)}
			<span class="change-word muted">${untrustedTemplate(operationName ?? word())}</span>
			<span class="diff-path" title=${visibleText(path)}
				>${oldLabel === undefined ? nothing : html`<bdi>${untrustedTemplate(oldLabel)}</bdi> → `}<bdi>${untrustedTemplate(label)}</bdi>${type === undefined ? nothing : html` <span class="muted">(${untrustedTemplate(type)})</span>`}</span
			>
			${change.added + change.removed === 0 ? nothing : countsOf(change)}
			${button === undefined ? nothing : openButton(button, label, open)} ${answerButtons(change, answer)}
		</div>
		${note === undefined ? nothing : html`<p class="change-note muted">${note}</p>`} ${diffPreview(change)}
	</div>`;
}

/** Nothing is left to open of what was deleted without a trace. */
function buttonText(change: ViewFileChange): string | undefined {
	if (opensAsDiff(change)) return t('Open Diff');
	if (change.operation === 'delete') return undefined;
	return change.fileType === 'directory' ? t('Reveal') : t('Open');
}

function noteText({ hasPatch, isPatchUnreadable, fileType }: ViewFileChange): string | undefined {
	if (isPatchUnreadable) return t('The patch does not tell which lines change.');
	const isText = !fileTypes.has(fileType);
	return hasPatch || !isText ? undefined : t('The agent sent no patch: which lines change is not known.');
}

/** There is one for each file, so its name has the file, too. */
function openButton(text: string, label: string, open: () => void): TemplateResult {
	return textButton('link-button', text, open, `${text}: ${visibleText(label)}`);
}

/** What waits of it, or what the user answered. */
function countsOf(change: ViewChange): TemplateResult {
	const { review } = change;
	if (review !== undefined && review.type !== 'waits')
		return html`<span class="review-answer">${answeredWord(review.type)}</span>`;
	const { added, removed } = shownCounts(change);
	return diffCounts(added, removed);
}

/** For what this call has made of the file. */
function answerButtons(
	{ review, label }: ViewChange,
	answer: ChangeActions['answer'],
): TemplateResult | typeof nothing {
	if (review?.type !== 'waits' || answer === undefined) return nothing;
	const { isUndoable, reach } = review;
	const more = reach === 'file' ? t('all that waits in the file, also of other calls') : undefined;
	const later = reach === 'lines' ? t('with what was changed in its lines later') : more;
	return html`<span class="review-buttons"
		>${keepButton(label, () => answer('keep'), more)}${undoButton(label, isUndoable, () => answer('undo'), later)}</span
	>`;
}

/** The first changed lines. */
function diffPreview({ preview, isPreviewCut }: ViewChange): TemplateResult | typeof nothing {
	if (preview.length === 0) return nothing;
	return html`<pre class="diff-preview" tabindex="0" role="group" aria-label=${t('Changed lines')}>
${preview.map(previewLine)}${isPreviewCut ? html`<span class="diff-line muted">…</span>` : nothing}</pre>`;
}

function previewLine(line: string): TemplateResult {
	const sign = line.charAt(0);
	const kind = sign === '+' ? 'added' : sign === '-' ? 'removed' : '';
	return html`<span class="diff-line ${kind}">${untrustedTemplate(line, { isMultiline: true })}</span>`;
}

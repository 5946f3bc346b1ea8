/** Puts what the user picked, dropped or pasted into the draft of a session, and tells the view. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import { formatBytes } from '../../core/view/quantities.ts';
import { kindOfName } from '../../core/view/mediaKinds.ts';
import type { ToView } from '../../core/view/toView.ts';
import type { ViewAttachment } from '../../core/view/viewAttachment.ts';
import { isInWorkspace } from '../common/workspaceFolders.ts';
import { pickAttachments } from './pickAttachments.ts';
import type { ChatSurface } from '../chat/chatSurface.ts';
import { type AddMediaMessage, mediaFrom, withAttachments } from './draftAttachments.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { fileOf } from '../mentions/editorContext.ts';
import { lookAtRange } from './attachmentSources.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { lastPart } from '../../core/base/uriName.ts';

export class Attaching {
	readonly #sessions: Sessions;
	readonly #surface: ChatSurface | undefined;
	readonly #hosted: HostedSession;

	/** @param surface where the user is; none while no view is there, which then finds it all in the draft */
	constructor(sessions: Sessions, surface: ChatSurface | undefined, hosted: HostedSession) {
		this.#sessions = sessions;
		this.#surface = surface;
		this.#hosted = hosted;
	}

	/** Asks the user what to attach. */
	async pick(): Promise<void> {
		const { cwd } = this.#hosted.session.state;
		const picked = await pickAttachments(cwd, this.#accepts);
		if (picked.length > 0) await this.#addUris(picked, () => Promise.resolve(true));
		this.#surface?.focusComposer();
	}

	/** Files that were dropped. Of those only what is in the workspace is read, see `isInWorkspace`. */
	async addDropped(texts: readonly string[]): Promise<void> {
		const uris = texts.flatMap((text) => parse(text) ?? []);
		const problem = uris.length < texts.length ? t('Some of what was dropped is no file.') : undefined;
		await this.#addUris(uris, isInWorkspace, problem === undefined ? {} : { problem });
	}

	/** What a mention stands for. Always answered, or the view would wait. */
	async addMention(attachment: ViewAttachment | undefined, requestId: string): Promise<void> {
		if (attachment?.type === 'file')
			return this.#addUris([vscode.Uri.parse(attachment.id)], isInWorkspace, { requestId });
		if (attachment !== undefined)
			return this.#add([attachment], { requestId, ...(await flawOf(attachment)) });
		const problem = t('What was mentioned is not on offer any more. Choose it again.');
		this.#post({ type: 'attached', attachments: [], requestId, problem });
	}

	/** What the user chose outside of the view, with a word about what does not go along as they may expect. */
	async add(attachments: readonly ViewAttachment[]): Promise<void> {
		const uris = attachments.flatMap(({ type, id }) => (type === 'file' ? vscode.Uri.parse(id) : []));
		const others = attachments.filter(({ type }) => type !== 'file');
		const flaws = await Promise.all(others.map(flawOf));
		const problem = flaws.flatMap((flaw) => flaw?.problem ?? []).join(' ');
		const more = problem === '' ? {} : { problem };
		await this.#addUris(uris, () => Promise.resolve(true), more, others);
	}

	/** What the view has read. Always answered, or the view would wait. */
	addMedia(message: AddMediaMessage): void {
		const media = mediaFrom(this.#hosted, message);
		const { requestId } = message;
		if (typeof media === 'string')
			this.#post({ type: 'attached', attachments: [], requestId, problem: media });
		else this.#add([media], { requestId });
	}

	/** Media that the agent takes go as such, after the view has scaled them down; all else as files. */
	async #addUris(
		uris: readonly vscode.Uri[],
		mayRead: (uri: vscode.Uri) => Promise<boolean>,
		more: { requestId?: string; problem?: string } = {},
		others: readonly ViewAttachment[] = [],
	): Promise<void> {
		const files: ViewAttachment[] = [...others];
		for (const uri of uris) {
			const kind = kindOfName(uri.path);
			const isTaken = kind !== undefined && this.#accepts[kind] && (await mayRead(uri));
			const data = isTaken ? await readMedia(uri) : undefined;
			// The view scales pictures down; while there is none they go as files.
			if (data === undefined || !this.#post({ type: 'takeMedia', name: lastPart(uri.path), data }))
				files.push(fileOf(uri));
		}
		if (files.length > 0 || Object.keys(more).length > 0) this.#add(files, more);
	}

	get #accepts(): { readonly image: boolean; readonly audio: boolean } {
		const { promptImage, promptAudio } = this.#hosted.session.state.capabilities;
		return { image: promptImage, audio: promptAudio };
	}

	#add(added: readonly ViewAttachment[], more: { requestId?: string; problem?: string }): void {
		const { draft } = this.#hosted;
		const attachments = withAttachments(draft.attachments, added);
		for (const attachment of added) this.#hosted.offered.set(attachment.id, attachment);
		this.#sessions.setDraft(this.#hosted, { ...draft, attachments }, { from: this.#surface });
		// Only what is new: the user may have taken off something in the meantime.
		this.#post({ type: 'attached', attachments: added, ...more });
	}

	/** False for a view that is not there, or shows another session by now: it finds the draft when it comes back. */
	#post(message: ToView): boolean {
		if (this.#surface?.isThere !== true || this.#surface.hosted !== this.#hosted) return false;
		this.#surface.post(message);
		return true;
	}
}

/** Base64; undefined for what is too large or not there: it goes along as a link. */
async function readMedia(uri: vscode.Uri): Promise<string | undefined> {
	try {
		const { type, size } = await vscode.workspace.fs.stat(uri);
		if ((type & vscode.FileType.File) === 0 || size > limits.mediaSourceBytes) return undefined;
		return Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('base64');
	} catch {
		return undefined;
	}
}

/** The sentence for lines of which only the address will go along. */
async function flawOf(attachment: ViewAttachment): Promise<{ problem: string } | undefined> {
	if (attachment.type !== 'range' && attachment.type !== 'symbol') return undefined;
	if ((await lookAtRange(attachment, limits.embeddedFileBytes)) !== undefined) return undefined;
	const most = formatBytes(limits.embeddedFileBytes);
	return {
		problem: t(
			'{0} goes along as a link only: its text cannot be read, or is larger than {1}.',
			attachment.name,
			most,
		),
	};
}

/** A URI of the window as one of this side: in a remote window the window names our files `vscode-remote:`. */
function parse(text: string): vscode.Uri | undefined {
	try {
		const uri = vscode.Uri.parse(text, true);
		return uri.scheme === 'vscode-remote' ? uri.with({ scheme: 'file', authority: '' }) : uri;
	} catch {
		return undefined;
	}
}

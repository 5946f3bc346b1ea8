import { t } from '../../core/base/l10n.ts';
import { base64Bytes } from '../../core/view/quantities.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { ViewMention } from '../../core/view/viewAttachment.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import type { Post } from '../page/api.ts';
import { uniqueId } from '../page/dom.ts';
import { loadProblem } from '../page/lazyScript.ts';
import { claimedKind, MediaRefusal, requireTaken } from './acceptedMedia.ts';
import type { Attachments } from './attachments.ts';
import type { ComposerNotes } from './composerNotes.ts';
import type * as Reading from './readMedia.ts';
import { nameOfUri } from '../../core/base/uriName.ts';
import type { Transfer } from './transfers.ts';

/** What the intake needs from the composer. */
export interface AttachmentReaderHost {
	readonly attachments: Attachments;
	readonly notes: ComposerNotes;
	readonly post: Post;
	/** The session on show. */
	session(): ViewSession | undefined;
}

/** Brings pasted, dropped and picked files to the host, in the order they came, and knows what is not there yet. */
export class AttachmentReader {
	readonly #host: AttachmentReaderHost;
	/** Names by the id under which the host answers. */
	readonly #pending = new Map<string, string>();
	/** Resolves when all that came so far is read. */
	#earlier: Promise<void> = Promise.resolve();

	constructor(host: AttachmentReaderHost) {
		this.#host = host;
	}

	/** True while something is on its way: a message sent now would go without it. */
	get isReading(): boolean {
		return this.#pending.size > 0;
	}

	/** Takes what was dropped: media by content, all else by address. */
	take({ files, uris }: Transfer): void {
		const byContent =
			uris.length === 0 ? files : files.filter((file) => claimedKind(file, file.name) !== undefined);
		const taken = new Set(byContent.map(({ name }) => name));
		const byAddress = uris.filter((uri) => !taken.has(nameOfUri(uri)));
		if (byAddress.length > 0) this.#host.post({ type: 'addFiles', uris: byAddress });
		void this.takeFiles(byContent);
	}

	/** Takes files by their content. */
	async takeFiles(files: readonly File[]): Promise<void> {
		await Promise.all(files.map((file) => this.#takeOne(file, visibleText(file.name))));
	}

	/** Takes what the host has read from the disk. */
	takeRead(name: string, data: string): void {
		void this.#takeOne(new Blob([bytesOf(data)]), visibleText(name));
	}

	/** Something that the host attaches by its name. */
	mentioned({ id, label }: ViewMention): void {
		const requestId = uniqueId('mention');
		this.#pending.set(requestId, visibleText(label));
		this.#changed();
		this.#host.post({ type: 'addMention', requestId, id });
	}

	/** The host has answered. */
	answered(requestId: string): void {
		if (this.#pending.delete(requestId)) this.#changed();
	}

	/** Another draft is on show: what is on its way belongs to the one before. */
	reset(): void {
		this.#pending.clear();
		this.#earlier = Promise.resolve();
		this.#changed();
	}

	async #takeOne(file: Blob, givenName: string): Promise<void> {
		const session = this.#host.session();
		if (session === undefined) return;
		const name = freeName(givenName, this.#host.attachments.names);
		const requestId = uniqueId('media');
		this.#pending.set(requestId, name);
		try {
			const claimed = claimedKind(file, name);
			if (claimed !== undefined) requireTaken(claimed, session);
			this.#changed();
			// Large images take longer to be made smaller, and keep their place all the same.
			const media = await this.#inTurn(reading().then(({ readMedia }) => readMedia(file, name, session)));
			// Another session may be on show by now.
			this.#host.post({ type: 'addMedia', requestId, sessionKey: session.key, ...media });
		} catch (error) {
			this.answered(requestId);
			const sentence = error instanceof MediaRefusal ? error.message : t('{0} cannot be read.', name);
			this.#host.notes.addProblem(sentence);
		}
	}

	/** As the work ends, but not before what came earlier has. */
	async #inTurn<T>(work: Promise<T>): Promise<T> {
		const earlier = this.#earlier;
		// Without a value: it would hold everything that was ever attached.
		this.#earlier = Promise.allSettled([earlier, work]).then(() => undefined);
		await earlier;
		return work;
	}

	#changed(): void {
		this.#host.attachments.setPending([...this.#pending.values()]);
	}
}

/** Comes with a script that is loaded with the first image or sound. */
function reading(): Promise<typeof Reading> {
	return import('./readMedia.ts').catch((error: unknown) => {
		throw new MediaRefusal(loadProblem(String(error)));
	});
}

/** Several pastes all are called `image.png`; their chips have to be told apart. */
function freeName(name: string, taken: ReadonlySet<string>): string {
	if (!taken.has(name)) return name;
	const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/u.exec(name) ?? [];
	for (let number = 2; ; number++) {
		const candidate = `${stem} ${number}${extension}`;
		if (!taken.has(candidate)) return candidate;
	}
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
	const text = atob(base64);
	const bytes = new Uint8Array(base64Bytes(base64));
	for (let index = 0; index < bytes.length; index++) bytes[index] = text.charCodeAt(index);
	return bytes;
}

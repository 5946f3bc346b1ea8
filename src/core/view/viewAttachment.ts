/** What goes with the next prompt. Kept by the host; the view names it by its id. */
export type ViewAttachment = ViewFile | ViewMedia | ViewContext;

/** A file or folder attached to the next prompt. */
export interface ViewFile {
	readonly type: 'file';
	/** Its URI. */
	readonly id: string;
	readonly name: string;
}

/** Something of the window. It is looked at when the prompt goes out, so what the agent gets is what is there then. */
export interface ViewContext {
	readonly type: 'folder' | 'range' | 'symbol' | 'problems' | 'changes' | 'session' | 'terminal' | 'undone';
	/** Says where it is, see `host/mentions/contextIds.ts`. */
	readonly id: string;
	readonly name: string;
	/** Of the text of a range when it was taken: by this it is found again when lines moved. */
	readonly fingerprint?: string;
	/** What was selected in a terminal, or what the user has undone, in words: there is no way to look at it again. */
	readonly text?: string;
}

/** An image or a sound attached to the next prompt. */
export interface ViewMedia {
	readonly type: 'image' | 'audio';
	readonly id: string;
	readonly name: string;
	readonly mimeType: string;
	/** Base64; what the chip shows. */
	readonly data: string;
}

/** Something that can be attached by its name. `label` is a path where it is a file or folder. */
export interface ViewMention {
	readonly id: string;
	readonly kind: 'file' | ViewContext['type'];
	readonly label: string;
	readonly description: string;
}

/** True for what carries its content with it. */
export function isMedia(attachment: ViewAttachment): attachment is ViewMedia {
	return attachment.type === 'image' || attachment.type === 'audio';
}

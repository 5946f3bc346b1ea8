import type { AttachedFile, AttachmentSources } from '../../../src/host/prompt/promptContent.ts';

/** A window in which there are only files. */
export function lookingAt(
	look: (uri: string, maxBytes: number) => AttachedFile,
	more: Partial<AttachmentSources> = {},
): AttachmentSources {
	return {
		file: (uri, maxBytes) => Promise.resolve(look(uri, maxBytes)),
		range: () => Promise.resolve(undefined),
		problems: () => '',
		changes: () => Promise.resolve(''),
		session: () => Promise.resolve(''),
		...more,
	};
}

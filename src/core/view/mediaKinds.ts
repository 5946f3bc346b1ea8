/**
 * The kinds of images and sound that a prompt may hold, told by their first bytes. A name or a claimed type proves
 * nothing: an agent that is sent another kind than it was told of fails, and with some the whole session does.
 */
import { t } from '../base/l10n.ts';

/** Kinds of media that a prompt can carry. */
export type MediaKind = 'image' | 'audio';

export interface MediaType {
	readonly kind: MediaKind;
	readonly mimeType: string;
}

/** Bytes at the start that `mediaTypeOf` needs. */
export const mediaHeadBytes = 16;

/** Names that the same kinds go by. */
const aliases: Readonly<Record<string, string>> = {
	'image/jpg': 'image/jpeg',
	'image/pjpeg': 'image/jpeg',
	'audio/x-wav': 'audio/wav',
	'audio/wave': 'audio/wav',
	'audio/vnd.wave': 'audio/wav',
	'audio/mp3': 'audio/mpeg',
	'audio/x-m4a': 'audio/mp4',
	'audio/m4a': 'audio/mp4',
	'audio/x-aac': 'audio/aac',
	'audio/x-flac': 'audio/flac',
	'application/ogg': 'audio/ogg',
};

/** Extensions of all kinds, without the dot. */
export const mediaExtensions: Readonly<Record<MediaKind, readonly string[]>> = {
	image: ['png', 'jpg', 'jpeg', 'gif', 'webp'],
	audio: ['wav', 'mp3', 'ogg', 'oga', 'opus', 'm4a', 'aac', 'flac'],
};

/** The kinds in words, for sentences that refuse others. */
export function mediaKindsText(kind: MediaKind): string {
	return kind === 'image' ? t('PNG, JPEG, GIF or WebP') : t('WAV, MP3, OGG, M4A, AAC or FLAC');
}

/** What the bytes are; undefined for anything that is not one of our kinds, such as SVG. */
export function mediaTypeOf(head: Uint8Array): MediaType | undefined {
	const mimeType = imageTypeOf(head) ?? audioTypeOf(head);
	if (mimeType === undefined) return undefined;
	return { kind: mimeType.startsWith('image/') ? 'image' : 'audio', mimeType };
}

/** What a file of that name claims to be. */
export function kindOfName(name: string): MediaKind | undefined {
	const extension = /\.([a-z0-9]+)$/iu.exec(name)?.[1]?.toLowerCase() ?? '';
	return (['image', 'audio'] as const).find((kind) => mediaExtensions[kind].includes(extension));
}

/** The one name of a type that has several. */
export function plainMimeType(claimed: string): string {
	const bare = claimed.split(';')[0]?.trim().toLowerCase() ?? '';
	return aliases[bare] ?? bare;
}

function imageTypeOf(head: Uint8Array): string | undefined {
	if (starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
	if (starts(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
	if (textAt(head, 0, 6) === 'GIF87a' || textAt(head, 0, 6) === 'GIF89a') return 'image/gif';
	return textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 4) === 'WEBP' ? 'image/webp' : undefined;
}

function audioTypeOf(head: Uint8Array): string | undefined {
	if (textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 4) === 'WAVE') return 'audio/wav';
	if (textAt(head, 0, 4) === 'OggS') return 'audio/ogg';
	if (textAt(head, 0, 4) === 'fLaC') return 'audio/flac';
	// The same container holds films and still pictures: only the brands that sound is stored under.
	if (textAt(head, 4, 4) === 'ftyp') {
		return /^(M4A |M4B |mp41|mp42|isom|iso2|dash)$/u.test(textAt(head, 8, 4)) ? 'audio/mp4' : undefined;
	}
	if (textAt(head, 0, 3) === 'ID3') return 'audio/mpeg';
	return frameTypeOf(head[0], head[1]);
}

/** MPEG audio begins with eleven set bits; the two bits of the layer tell AAC (none) from MP3. */
function frameTypeOf(first = 0, second = 0): string | undefined {
	if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
	const layer = (second >> 1) & 3;
	if (layer === 0) return (second & 0xf0) === 0xf0 ? 'audio/aac' : undefined;
	return layer === 1 ? 'audio/mpeg' : undefined;
}

function starts(head: Uint8Array, bytes: readonly number[]): boolean {
	return bytes.every((byte, index) => head[index] === byte);
}

function textAt(head: Uint8Array, from: number, length: number): string {
	return String.fromCharCode(...head.subarray(from, from + length));
}

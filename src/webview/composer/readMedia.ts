import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { FromView } from '../../core/view/fromView.ts';
import { formatBytes } from '../../core/view/quantities.ts';
import { mediaHeadBytes, mediaKindsText, type MediaType, mediaTypeOf } from '../../core/view/mediaKinds.ts';
import { type Acceptance, claimedKind, MediaRefusal, requireTaken } from './acceptedMedia.ts';

/** An image or sound that is ready to be sent. */
type Media = Omit<Extract<FromView, { type: 'addMedia' }>, 'type' | 'requestId'>;

/** Quality of what has to be compressed: no difference to see, a tenth of the size. */
const quality = 0.85;

/**
 * Makes a prompt's image or sound of a file: told by its content, scaled down, within the limits.
 * @throws MediaRefusal when it cannot be one (acp C48)
 */
export async function readMedia(file: Blob, name: string, session: Acceptance): Promise<Media> {
	const found = mediaTypeOf(new Uint8Array(await file.slice(0, mediaHeadBytes).arrayBuffer()));
	if (found === undefined) throw new MediaRefusal(unknownKind(file, name));
	requireTaken(found.kind, session);
	const fitting = found.kind === 'image' ? await fittingImage(file, name, found) : { blob: file, ...found };
	requireSize(fitting.blob, name, limits.promptImageBytes);
	return { kind: found.kind, name, mimeType: fitting.mimeType, data: await base64Of(fitting.blob) };
}

function unknownKind(file: Blob, name: string): string {
	const kind = claimedKind(file, name);
	if (kind !== undefined)
		return t('{0} cannot be attached: it is not one of {1}.', name, mediaKindsText(kind));
	return t('{0} is no image or sound. Files of the disk can be attached with the Attach button.', name);
}

interface Fitting {
	readonly blob: Blob;
	readonly mimeType: string;
}

/** The image as it is when it is small enough; else drawn anew, its longest side at the limit. */
async function fittingImage(file: Blob, name: string, { mimeType }: MediaType): Promise<Fitting> {
	requireSize(file, name, limits.mediaSourceBytes);
	const bitmap = await decode(new Blob([file], { type: mimeType }), name);
	try {
		const longest = Math.max(bitmap.width, bitmap.height);
		const scale = Math.min(1, limits.promptImagePixels / longest);
		if (scale === 1 && file.size <= limits.promptImageBytes) return { blob: file, mimeType };
		return await draw(bitmap, scale, mimeType);
	} finally {
		bitmap.close();
	}
}

async function decode(file: Blob, name: string): Promise<ImageBitmap> {
	try {
		return await createImageBitmap(file);
	} catch {
		throw new MediaRefusal(t('{0} cannot be attached: the image is damaged.', name));
	}
}

/** Drawings stay sharp as PNG; what is too large for that, and photographs, are compressed. */
async function draw(bitmap: ImageBitmap, scale: number, mimeType: string): Promise<Fitting> {
	const width = Math.max(1, Math.round(bitmap.width * scale));
	const height = Math.max(1, Math.round(bitmap.height * scale));
	const canvas = new OffscreenCanvas(width, height);
	const context = canvas.getContext('2d');
	if (context === null) throw new MediaRefusal(t('The image is too large to be scaled down.'));
	context.imageSmoothingQuality = 'high';
	context.drawImage(bitmap, 0, 0, width, height);
	if (mimeType === 'image/png' || mimeType === 'image/gif') {
		const png = await canvas.convertToBlob({ type: 'image/png' });
		if (png.size <= limits.promptImageBytes / 4) return { blob: png, mimeType: 'image/png' };
	}
	const type = mimeType === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
	return { blob: await canvas.convertToBlob({ type, quality }), mimeType: type };
}

function requireSize({ size }: Blob, name: string, limit: number): void {
	if (size <= limit) return;
	throw new MediaRefusal(
		t('{0} is larger than {1}, the most that can be attached.', name, formatBytes(limit)),
	);
}

/** The bytes as base64: what stands behind the comma of a `data:` address. */
function base64Of(blob: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.addEventListener('load', () => {
			const url = typeof reader.result === 'string' ? reader.result : '';
			resolve(url.slice(url.indexOf(',') + 1));
		});
		reader.addEventListener('error', () => reject(new MediaRefusal(t('The file can no longer be read.'))));
		reader.readAsDataURL(blob);
	});
}

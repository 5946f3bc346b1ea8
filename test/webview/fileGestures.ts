/** Pastes and drags of files, as the browser tells the page of them. */
import type { ViewPage } from './harness.ts';

/** A PNG of one pixel, and the beginning of a WAV file, in base64. */
export const dot =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const wave = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(64)]).toString('base64');

/** A file as the page makes it: of base64, or an image drawn there. */
export interface Given {
	readonly name: string;
	readonly type: string;
	readonly data?: string;
	readonly drawn?: { readonly width: number; readonly height: number; readonly isNoise?: boolean };
}

interface Gesture {
	readonly files?: readonly Given[];
	readonly texts?: Readonly<Record<string, string>>;
	readonly shiftKey?: boolean;
}

export const png: Given = { name: 'image.png', type: 'image/png', data: dot };

/** Dispatches what the browser does for a paste or a drag. @returns true when the view took it for itself */
export async function gesture(
	view: ViewPage,
	type: 'paste' | 'dragover' | 'drop',
	given: Gesture,
): Promise<boolean> {
	return view.page.evaluate(
		async ({ kind, files = [], texts = {}, shiftKey = false }) => {
			const transfer = new DataTransfer();
			for (const { name, type: mimeType, data, drawn } of files) {
				let content: Blob = new Blob([Uint8Array.from(atob(data ?? ''), (char) => char.charCodeAt(0))]);
				if (drawn !== undefined) {
					const canvas = new OffscreenCanvas(drawn.width, drawn.height);
					const context = canvas.getContext('2d');
					if (context === null) throw new Error('No canvas');
					context.fillStyle = '#06c';
					context.fillRect(0, 0, drawn.width / 2, drawn.height);
					if (drawn.isNoise === true) {
						const pixels = context.getImageData(0, 0, drawn.width, drawn.height);
						for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = Math.random() * 256;
						context.putImageData(pixels, 0, 0);
					}
					content = await canvas.convertToBlob({ type: mimeType });
				}
				transfer.items.add(new File([content], name, { type: mimeType }));
			}
			for (const [format, text] of Object.entries(texts)) transfer.setData(format, text);
			const target = document.querySelector('textarea');
			const init = { bubbles: true, cancelable: true, shiftKey };
			const event =
				kind === 'paste'
					? new ClipboardEvent('paste', { ...init, clipboardData: transfer })
					: new DragEvent(kind, { ...init, dataTransfer: transfer });
			return target?.dispatchEvent(event) === false;
		},
		{ kind: type, ...given },
	);
}

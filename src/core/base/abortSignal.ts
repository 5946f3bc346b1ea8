/** The part of the platform's `AbortSignal` we use: `core` knows no platform, and the real one fits this shape. */
export interface AbortSignal {
	readonly aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}

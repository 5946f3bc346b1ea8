import { LazyScript } from '../page/lazyScript.ts';

/** Colours code: loaded when the first block of code is closed. Without it code is plain. */
export const colourScript = new LazyScript(() => import('./fenceColours.ts'));

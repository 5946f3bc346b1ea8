import { LazyScript } from '../page/lazyScript.ts';

/** What is inside of cards: loaded with the first tool call or permission. */
export const toolBodies = new LazyScript(() => import('./toolBody.ts'));

import { foreignText } from '../page/foreignText.ts';

/** What turns the order of the letters around: with it a text reads as another than it is. */
const turning = /[\u202A-\u202E\u2066-\u2069]/u;

/** Text of a message: right-to-left writing as it is, but what turns the order around as a mark (hazard C7). */
export function proseText(text: string): Node | string {
	return turning.test(text) ? foreignText(text, { isMultiline: true }) : text;
}

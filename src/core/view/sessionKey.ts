/** Which session something of a view is about, apart from all that a view may say (`fromView.ts`). */
import { object, read, type Shape, text, where } from '../base/shape.ts';

const maxName = 8 * 1024;

export const bounded = (max: number): Shape<string> => where(text, ({ length }) => length <= max);
/** An id, a name, or anything else of one line. */
export const name = bounded(maxName);

const aboutSession = object({ sessionKey: name });

/** The session that a message, or the kept state of a view, is about; undefined when it names none. */
export function sessionKeyOf(raw: unknown): string | undefined {
	return read(aboutSession, raw)?.sessionKey;
}

/** Headers that go with the connection to an agent at an address: which may be set, and with which values. Pure. */
import * as limits from '../../core/base/limits.ts';
import { type Sentence, sentence } from '../../core/base/sentence.ts';

type Headers = Readonly<Record<string, string>>;

/** What a name may be made of (RFC 7230, 3.2.6). */
const token = /^[!#$%&'*+.^_`|~\da-z-]+$/iu;
/** Set by the connection itself, or by us. */
const reserved =
	/^(?:host|connection|upgrade|origin|content-length|content-type|transfer-encoding|accept|te|trailer|expect|keep-alive|proxy-connection|last-event-id|sec-websocket-.*|acp-.*)$/iu;
/** What no value can hold. A line break would begin another header. */
const impossible = /[^\t\x20-\x7e\x80-\xff]/u;

/** What is wrong with the first wrong one, by its name and without its value; undefined when all can be sent. */
export function headersProblem(headers: Headers): Sentence | undefined {
	const names = new Set<string>();
	for (const [name, value] of Object.entries(headers)) {
		if (!token.test(name)) return sentence('"headers": "{0}" is no name that a header can have.', name);
		if (reserved.test(name)) return sentence('"headers": "{0}" is set by the connection itself.', name);
		if (names.has(name.toLowerCase())) return sentence('"headers": "{0}" is there more than once.', name);
		names.add(name.toLowerCase());
		const problem = valueProblem(name, value);
		if (problem !== undefined) return problem;
	}
	if (names.size > limits.headerCount) {
		return sentence('"headers" must have at most {0} entries.', limits.headerCount);
	}
	return undefined;
}

/** @param name of the header, or of what is to stand in one */
export function valueProblem(name: string, value: string): Sentence | undefined {
	if (impossible.test(value)) {
		return sentence(
			'"headers": the value of "{0}" has a line break or another character that no header can have.',
			name,
		);
	}
	if (value.length > limits.headerChars) {
		return sentence(
			'"headers": the value of "{0}" must have at most {1} characters.',
			name,
			limits.headerChars,
		);
	}
	return undefined;
}

/** Random texts and edits for the tests of changes; the same seed makes the same ones. */
import type { Random } from '../../../tools/seeded.ts';

/** Lines of few kinds, so that differences can be told in several ways; ends of any kind, the last one maybe none. */
export function randomText(random: Random, most = 12): string {
	let text = random(8) === 0 ? '\uFEFF' : '';
	const count = random(most);
	for (let n = 0; n < count; n++) {
		text += 'abc{}'.charAt(random(5)) + (random(4) === 0 ? '\r\n' : '\n');
	}
	return random(3) === 0 ? text.replace(/\r?\n$/u, '') : text;
}

/** Lines of which no two are equal. */
export function uniqueLines(name: string, count: number): string[] {
	return Array.from({ length: count }, (_, n) => `${name} ${n}\n`);
}

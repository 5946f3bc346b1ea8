/** The texts that the bench agent sends. Only ASCII, so that characters are bytes. */
export const kinds = ['flood', 'plain', 'fence', 'answer'] as const;
export type FloodKind = (typeof kinds)[number];

export const chunkBytes = 20;

const words =
	'the agent reads your file and finds that this function keeps one more reference than it needs so we move it into its owner where both callers see `dispose` run before the **next** turn begins';

/** What ends a flood. The prompt names only `mark`, so that the prompt is not taken for the end. */
export function endOf(mark: string): string {
	return `done-${mark}.`;
}

const breaks = { flood: '\n\n', plain: ' ', fence: '\n', answer: '\n\n' } as const;

/** Text of `bytes` bytes, the last chunk of which is `endOf(mark)` alone. */
export function floodText(kind: FloodKind, bytes: number, mark: string): string {
	const make = { flood: markdown, plain: prose, fence: code, answer: typical }[kind];
	const ending = `${breaks[kind]}${endOf(mark)}`.padEnd(chunkBytes, '.');
	const length = Math.max(0, bytes - chunkBytes);
	let text = '';
	for (let index = 0; text.length < length; index++) text += make(index);
	return text.slice(0, length) + ending;
}

/** The text as the agent sends it. */
export function* chunksOf(text: string): Generator<string> {
	for (let start = 0; start < text.length; start += chunkBytes) yield text.slice(start, start + chunkBytes);
}

/** How many letters a view shows of `text`: those of the source but for what only names a fence. */
export function lettersIn(text: string): number {
	return text.replaceAll(/[^A-Za-z]/gu, '').length;
}

/** A paragraph of about 300 bytes, now and then a heading, a list or a block of code. */
function markdown(index: number): string {
	if (index % 9 === 4) return `## Part ${index} of the answer\n\n`;
	if (index % 9 === 6) {
		const items = [0, 1, 2, 3].map((item) => `- point ${item}: ${wordsFrom(index + item, 9)}\n`);
		return `${items.join('')}\n`;
	}
	if (index % 18 === 8) return `\`\`\`ts\n${code(index)}${code(index + 1)}\`\`\`\n\n`;
	const lines = [0, 1, 2].map((line) => wordsFrom(index * 7 + line * 18, 18));
	return `${lines.join('\n')}.\n\n`;
}

/** As agents answer: what `markdown` has, and tables. */
function typical(index: number): string {
	if (index % 9 !== 2) return markdown(index);
	const rows = [0, 1, 2, 3].map(
		(row) => `| \`file${row}.ts\` | ${wordsFrom(index + row, 6)} | ${row * index} |\n`,
	);
	return `| File | What | Lines |\n|---|---|---|\n${rows.join('')}\n`;
}

function prose(index: number): string {
	return `${wordsFrom(index, 17)} `;
}

function code(index: number): string {
	if (index === 0) return '```ts\n';
	return `\tconst value${index} = compute(${index}, options.depth + 1);\n\tif (value${index} > limit) return value${index};\n`;
}

function wordsFrom(start: number, count: number): string {
	const list = words.split(' ');
	return Array.from({ length: count }, (_, index) => list[(start + index) % list.length]).join(' ');
}

/**
 * Writes THIRD-PARTY-NOTICES.md from what the bundles really contain, and from what is copied beside them.
 *   node test/tools/notices.ts           writes the file
 *   node test/tools/notices.ts --check   fails when the file is out of date
 * Needs the metafiles of a production build.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const target = 'THIRD-PARTY-NOTICES.md';

/** Not imported by a bundle, but shipped: the icon font, and schemas derived from the SDK's. */
const copied = ['@vscode/codicons', '@agentclientprotocol/sdk'];

async function bundledPackages(): Promise<string[]> {
	const names = new Set(copied);
	for await (const file of glob('out/meta/*.json')) {
		const { inputs } = JSON.parse(await readFile(file, 'utf8')) as { inputs: Record<string, unknown> };
		for (const input of Object.keys(inputs)) {
			const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/u.exec(input)?.[1];
			if (name !== undefined) names.add(name);
		}
	}
	return [...names].toSorted();
}

async function noticeOf(name: string): Promise<string> {
	const folder = path.join('node_modules', name);
	const { version, license, author } = JSON.parse(
		await readFile(path.join(folder, 'package.json'), 'utf8'),
	) as { version: string; license: string; author?: unknown };
	const texts: string[] = [];
	for await (const file of glob('{LICENSE,LICENCE,License,license,COPYING,NOTICE}*', { cwd: folder })) {
		texts.push((await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim());
	}
	if (texts.length === 0 && license === 'MIT' && typeof author === 'string') texts.push(mitText(author));
	if (texts.length === 0) throw new Error(`${name} comes without a licence text.`);
	return `## ${name} ${version} (${license})\n\n\`\`\`\n${texts.join('\n\n')}\n\`\`\`\n`;
}

/** Some packages name their licence and their author, and leave the text out. */
function mitText(author: string): string {
	return `MIT License

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
}

const head = `# Third-party notices

ACP Host contains the following works of others. This file is made by \`npm run notices\`.
`;
const names = await bundledPackages();
const text = [head, ...(await Promise.all(names.map(noticeOf)))].join('\n');
if (process.argv.includes('--check')) {
	if ((await readFile(target, 'utf8')) !== text)
		throw new Error(`${target} is out of date: run npm run notices.`);
} else {
	await writeFile(target, text);
	console.log(`${names.length} works: ${names.join(', ')}`);
}

/** The lines that tell users how to start an agent are those by which real agents were started (`test/tools/realAgents`). */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { agentProfiles } from '../../tools/realAgents/agentProfiles.ts';

/** From no registry that we reach, so nobody has tried their line. */
const untried: ReadonlySet<string> = new Set(['goose']);

interface StartLine {
	readonly command: string;
	readonly args: readonly string[];
}

const files = ['README.md', 'package.nls.json', 'package.nls.de.json'];

/** Programs of `acpHost.agents` in the example of a text, also where the text is a string of a JSON file. */
function startLines(text: string): readonly StartLine[] {
	const plain = text.replaceAll('\\"', '"').replaceAll('\\n', '\n');
	const example = /"acpHost\.agents": \{\n(?<entries>(?: .*\n)+)\}/u.exec(plain)?.groups?.['entries'] ?? '';
	const entries = [...example.matchAll(/^ +"[^"]+": +(\{.*\})/gmu)].map(
		([, entry]) => JSON.parse(String(entry)) as object,
	);
	return entries.filter((entry): entry is StartLine => 'command' in entry);
}

/** What is run in the end, be it installed or brought by npx. */
function launched({ command, args }: StartLine): string {
	if (command !== 'npx') return [command, ...args].join(' ');
	const [yes, pkg, ...rest] = args;
	assert.equal(yes, '-y');
	const profile = agentProfiles.find(({ packages }) => packages.includes(String(pkg)));
	return [profile?.program ?? `no agent of ${pkg}`, ...rest].join(' ');
}

describe('the start lines that users are told', () => {
	const tried = new Set(agentProfiles.map(({ program, args }) => [program, ...args].join(' ')));

	for (const file of files) {
		it(`are those that were tried, in ${file}`, async () => {
			const lines = startLines(await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8'));
			assert.ok(lines.length > 0, 'an example');
			for (const line of lines) {
				if (untried.has(line.command)) continue;
				assert.ok(tried.has(launched(line)), launched(line));
			}
		});
	}
});

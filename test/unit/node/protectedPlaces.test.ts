/** Every place of the table is asked about, however its name is written; what only looks like one is not. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { checkPath } from '../../../src/node/pathGuard.ts';
import { isSensitive } from '../../../src/node/pathRules.ts';
import { protectedPlaces } from '../../../src/node/protectedPlaces.ts';

const ws = realpathSync(mkdtempSync(path.join(tmpdir(), 'acp-host-protected-')));
after(() => rmSync(ws, { recursive: true, force: true }));

const places = protectedPlaces.flatMap((row) => row.places);
const fileOf = (place: string): string => (place.endsWith('/') ? `${place}x` : place);

/** What the README and SECURITY.md mean by editors, agents and version control, beside those of the first release. */
const promised = [
	'.roo/rules/a.md',
	'.kilocode/mcp.json',
	'.amazonq/rules/a.md',
	'.junie/guidelines.md',
	'.trae/rules/a.md',
	'.factory/settings.json',
	'.clinerules/a.md',
	'.clinerules',
	'AGENTS.md',
	'packages/a/AGENTS.md',
	'.github/copilot-instructions.md',
	// Copilot runs the commands in them.
	'.github/hooks/start.json',
	'.github/hooks',
	'packages/a/.github/hooks/start.json',
	'.github/agents/a.agent.md',
	'.github/skills/a/SKILL.md',
	'.github/instructions/a.instructions.md',
	'.github/prompts/a.prompt.md',
	'.pi/extensions/a.ts',
	'.crush.json',
	'fastagent.config.yaml',
	'.rules',
	'.yarnrc.yml',
	'.yarn/releases/yarn.cjs',
	'.pnpmfile.cjs',
	'bunfig.toml',
	'.cargo/config.toml',
	'.jj/repo/config.toml',
	'.bzr/branch/branch.conf',
	'.githooks/pre-commit',
	'.pre-commit-config.yaml',
	'lefthook.yml',
	'.exrc',
	'.nvim.lua',
	'.dir-locals.el',
	'.helix/languages.toml',
	'.npmrc',
	'packages/a/.npmrc',
	'.envrc',
	'mise.toml',
	'.config/mise/config.toml',
	'mise/config.toml',
	'.lazy.lua',
	'.fleet/run.json',
	'.theia/tasks.json',
	'.iflow/settings.json',
	'IFLOW.md',
	'.openhands/setup.sh',
	'.rovodev/config.yml',
	'.pnpmfile.mjs',
	'lefthook.toml',
	'.lefthook/pre-commit/check.sh',
];

describe('what configures editors, agents or version control [hazard D3]', () => {
	for (const name of promised) {
		it(`${name} is asked about`, async () => {
			assert.equal((await checkPath(path.join(ws, name), [ws], '/home/nobody')).type, 'sensitive');
		});
	}

	it('every place of the table is asked about, in any case and with what Windows drops', () => {
		for (const place of places) {
			const file = fileOf(place);
			assert.equal(place, place.toLowerCase(), `${place} is compared in lower case`);
			for (const written of [
				file,
				file.toUpperCase(),
				`deep/er/${file}`,
				file.replaceAll('/', '\\'),
				`${file}. `,
				`${file}:stream`,
				file.replace('.', '\u200B.'),
			]) {
				assert.equal(isSensitive(written), true, JSON.stringify(written));
			}
		}
	});

	it('a link to such a place, and a link of such a name, are asked about', async () => {
		mkdirSync(path.join(ws, 'real'));
		writeFileSync(path.join(ws, 'real', 'AGENTS.md'), '');
		symlinkSync('real/AGENTS.md', path.join(ws, 'plain.md'));
		symlinkSync('.npmrc', path.join(ws, 'danglingLink'));
		symlinkSync('real', path.join(ws, '.roo'));
		for (const name of ['plain.md', 'danglingLink', '.roo/a.md'])
			assert.equal((await checkPath(path.join(ws, name), [ws], '/home/nobody')).type, 'sensitive', name);
	});

	it('names that only resemble one are not asked about', () => {
		for (const name of [
			'copilot-instructions.md',
			'docs/.github/workflows/a.yml',
			'x.github/copilot-instructions.md',
			'agents.mdx',
			'src/agents/a.md',
			'npmrc',
			'.npmrc.example',
			'envrc',
			'amise.toml',
			'roo/a.md',
			'.github/dependabot.yml',
			'.github/hooks.md',
			'.github/workflows/hooks/a.yml',
			'github/hooks/a.json',
			'x.github/hooks/a.json',
			'hooks/a.json',
			'yarn.lock',
			'Cargo.toml',
		])
			assert.equal(isSensitive(name), false, name);
	});

	it('each row says which program reads it, and no place is there twice', () => {
		for (const { readBy, places: own } of protectedPlaces) assert.ok(readBy !== '' && own.length > 0, readBy);
		assert.equal(new Set(places).size, places.length);
	});
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const oxlint = path.resolve('node_modules/.bin/oxlint');

interface LintReport {
	readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
	readonly number_of_files: number;
}

/** Folder, an import it may not have, and one it may. */
const rules = [
	['core/base', `import { x } from '../session/model/entry.ts';`, `import { x } from './limits.ts';`],
	['core/base', `import { x } from 'node:fs';`, `import { x } from './emitter.ts';`],
	[
		'core/acp/v1',
		`import { x } from '../../session/reducer/reducer.ts';`,
		`import type { x } from '../../session/model/entry.ts';`,
	],
	['core/acp', `import { x } from 'vscode-jsonrpc/node';`, `import { x } from '../base/errors.ts';`],
	['core/turns', `import { x } from '../session/reducer/reducer.ts';`, `import { x } from '../acp/wire.ts';`],
	[
		'core/turns/codex',
		`import { x } from '../../session/model/saying.ts';`,
		`import { x } from '../../session/model/capabilities.ts';`,
	],
	[
		'core/session/driver',
		`import type { x } from '../../acp/wire.ts';`,
		`import { x } from '../../base/errors.ts';`,
	],
	['core/session/reducer', `import * as vscode from 'vscode';`, `import { x } from './draft.ts';`],
	[
		'core/session/driver',
		`import { x } from '../../rules/judge.ts';`,
		`import { x } from '../reducer/turn.ts';`,
	],
	[
		'core/session/model',
		`import type { x } from '../reducer/draft.ts';`,
		`import type { x } from './entry.ts';`,
	],
	[
		'core/session/reducer',
		`import type { x } from '../driver/session.ts';`,
		`import { x } from '../model/entry.ts';`,
	],
	[
		'core/session/log',
		`import { x } from '../reducer/draft.ts';`,
		`import type { x } from '../model/entry.ts';`,
	],
	[
		'core/diff',
		`import { x } from '../session/model/content.ts';`,
		`import type { x } from '../session/model/content.ts';`,
	],
	[
		'core/changes',
		`import type { x } from '../session/model/content.ts';`,
		`import { x } from '../base/limits.ts';`,
	],
	[
		'core/session/reducer',
		`import { x } from '../../diff/patchedText.ts';`,
		`import { x } from '../../base/errors.ts';`,
	],
	[
		'core/session/driver',
		`import { x } from '../../turns/turnAgent.ts';`,
		`import { x } from '../reducer/reducer.ts';`,
	],
	[
		'core/session/log',
		`import { x } from '../../changes/record.ts';`,
		`import { x } from '../../base/shape.ts';`,
	],
	['core/acp', `import { x } from '../turns/turnAgent.ts';`, `import { x } from './wire.ts';`],
	['core/turns', `import { x } from '../changes/record.ts';`, `import { x } from '../base/json.ts';`],
	['core/view', `import { x } from '../diff/changeSides.ts';`, `import { x } from '../base/l10n.ts';`],
	['core/changes', `import { x } from '../diff/textRange.ts';`, `import { x } from './record.ts';`],
	[
		'webview',
		`import { x } from '../core/changes/review.ts';`,
		`import { x } from '../core/base/limits.ts';`,
	],
	[
		'host/common',
		`import type { x } from '../agents/approvals.ts';`,
		`import { x } from './displayText.ts';`,
	],
	[
		'host/agents',
		`import { x } from '../wiring/commands.ts';`,
		`import { x } from '../settings/settings.ts';`,
	],
	[
		'host/wiring',
		`import { x } from '../../webview/store.ts';`,
		`import { x } from '../agents/approvals.ts';`,
	],
	[
		'core/view',
		`import { x } from '../session/reducer/reducer.ts';`,
		`import type { x } from '../session/model/entry.ts';`,
	],
	[
		'core/rules',
		`import { x } from '../session/reducer/reducer.ts';`,
		`import type { x } from '../session/model/entry.ts';`,
	],
	['core/rules', `import { x } from 'node:path';`, `import { x } from '../view/rawText.ts';`],
	['node', `import * as vscode from 'vscode';`, `import { x } from 'node:fs';`],
	[
		'node',
		`import { x } from '../host/settings/settings.ts';`,
		`import { x } from '../core/base/limits.ts';`,
	],
	['host', `import { x } from '../webview/store.ts';`, `import { x } from '../node/connection.ts';`],
	['host', `import { x } from 'vscode-jsonrpc/node';`, `import * as vscode from 'vscode';`],
	['webview', `import { x } from 'node:fs';`, `import { x } from '../core/view/messages.ts';`],
	[
		'webview/entries',
		`import { x } from '../../core/session/reducer/reducer.ts';`,
		`import type { x } from '../../core/session/model/entry.ts';`,
	],
	[
		'demo',
		`import { x } from '../host/settings/settings.ts';`,
		`import { x } from '../node/messageReader.ts';`,
	],
] as const;

describe('the layers are checked by lint', () => {
	let folder = '';
	/** Files that import what they may not. */
	let refused: ReadonlySet<string>;

	/** Where the import of a rule stands: a file of its own, so that one run of lint answers for all. */
	const fileOf = (rule: number, kind: 'forbidden' | 'allowed'): string =>
		`src/${rules[rule]?.[0]}/${kind}${rule}.ts`;

	before(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'acp-layers-'));
		await copyFile('.oxlintrc.json', path.join(folder, '.oxlintrc.json'));
		for (const [rule, [place, forbidden, allowed]] of rules.entries()) {
			await mkdir(path.join(folder, 'src', place), { recursive: true });
			await writeFile(path.join(folder, fileOf(rule, 'forbidden')), `${forbidden}\n`);
			await writeFile(path.join(folder, fileOf(rule, 'allowed')), `${allowed}\n`);
		}
		const only = ['--allow', 'all', '--deny', 'no-restricted-imports'];
		const { stdout } = await run(oxlint, [...only, '--format', 'json', 'src'], { cwd: folder }).catch(
			(error: { stdout: string }) => error,
		);
		const { diagnostics, number_of_files: looked } = JSON.parse(stdout) as LintReport;
		assert.equal(looked, 2 * rules.length);
		assert.deepEqual([...new Set(diagnostics.map(({ code }) => code))], ['eslint(no-restricted-imports)']);
		refused = new Set(diagnostics.map(({ filename }) => filename.replaceAll('\\', '/')));
	});
	after(() => rm(folder, { recursive: true, force: true }));

	for (const [rule, [place, forbidden]] of rules.entries()) {
		it(`src/${place} may not: ${forbidden}`, () => {
			assert.ok(refused.has(fileOf(rule, 'forbidden')));
			assert.ok(!refused.has(fileOf(rule, 'allowed')));
		});
	}
});

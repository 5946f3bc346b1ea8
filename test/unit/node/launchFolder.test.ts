import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { AgentError } from '../../../src/core/base/errors.ts';
import { childEnv } from '../../../src/node/childEnv.ts';
import { launchApart } from '../../../src/node/launchFolder.ts';
import type { CommandLine } from '../../../src/node/spawnCommand.ts';
import { packProgram } from '../../agents/npmPackage.ts';
import { tempDir } from './support.ts';

const root = realpathSync(tempDir());
const workspace = path.join(root, 'work space');
mkdirSync(workspace);

function line(args: readonly string[], env: Readonly<Record<string, string>> = {}): CommandLine {
	return {
		command: 'npx',
		args,
		cwd: workspace,
		env: childEnv(process.env, { npm_config_cache: root, ...env }),
	};
}

/** Says how it was started, and how a program of its own is. */
function packProbe(): string {
	const how = `JSON.stringify({ cwd: process.cwd(), env: process.env })`;
	const program = `const { execFileSync } = require('child_process');
		console.log('[' + ${how} + ',' + execFileSync(process.execPath, ['-p', ${JSON.stringify(how)}]) + ']');`;
	return packProgram(root, 'probe', program).file;
}

describe('[hazard F10] npm in a folder of ours', () => {
	it('has its script begin in the workspace on Windows, too, without a trace of how', () => {
		writeFileSync(path.join(workspace, '.npmrc'), 'node-options=--require=./evil.cjs\n');
		// What Windows gets works on each system; only the shell of the others does not work there.
		const apart = launchApart(
			line(['-y', `file:${packProbe()}`], { NODE_OPTIONS: '--no-deprecation' }),
			path.join(root, 'launch'),
			'win32',
		);
		const said = execFileSync(apart.command, apart.args, {
			cwd: apart.cwd,
			env: apart.env,
			encoding: 'utf8',
		});
		const seen = JSON.parse(said) as { cwd: string; env: Record<string, string> }[];
		assert.equal(seen.length, 2);
		for (const { cwd, env } of seen) {
			assert.equal(cwd, workspace);
			assert.equal(env['INIT_CWD'], workspace);
			assert.equal(env['NODE_OPTIONS'], '--no-deprecation');
			assert.deepEqual(
				Object.keys(env).filter((name) => /ACP_HOST|node_options$/u.test(name)),
				[],
			);
		}
	});

	it('never runs in the workspace because that folder cannot be made: it is said why', () => {
		const file = path.join(root, 'a file');
		writeFileSync(file, '');
		assert.throws(
			() => launchApart(line(['agent']), path.join(file, 'launch')),
			(error) =>
				AgentError.is(error, 'spawn') && /Could not start "npx": the folder in which/u.test(error.message),
		);
	});

	it('is not started for a workspace that is gone: it is said why', () => {
		assert.throws(
			() => launchApart({ ...line(['agent']), cwd: path.join(root, 'gone') }, path.join(root, 'launch')),
			(error) =>
				AgentError.is(error, 'spawn') && /working directory .*gone does not exist/u.test(error.message),
		);
	});

	it('finds programs only in places that do not depend on the folder', () => {
		const places = (searched: string, platform: NodeJS.Platform): string | undefined =>
			launchApart({ ...line(['agent']), env: { PATH: searched } }, path.join(root, 'launch'), platform).env[
				'PATH'
			];
		assert.equal(places('.::/usr/bin:node_modules/.bin:/bin:', 'linux'), '/usr/bin:/bin');
		assert.equal(places('.;;C:\\nodejs;bin;\\\\server\\share', 'win32'), 'C:\\nodejs;\\\\server\\share');
	});
});

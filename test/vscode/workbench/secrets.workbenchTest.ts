/** Twenty-five secrets on all their ways: none of them in anything that is written down, nor on the screen. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { fakeAgentCommand } from '../../agents/fakeAgentCommand.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { figure } from '../../tools/figure.ts';
import { makeTempFolder } from '../launcher/tempFolder.ts';
import { eventually, startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';

/** Values without a telling shape: they are hidden because they are known, not because they look like keys. */
const seeded = (kind: string, count: number): string[] =>
	Array.from({ length: count }, (_, n) => `${kind}${n}q7Zp${(n * 7919 + 31).toString(36)}Wx`);
const envSecrets = seeded('env', 10);
const headerSecrets = seeded('header', 5);
const serverSecrets = seeded('server', 5);
const keySecrets = seeded('key', 5);
const all = [...envSecrets, ...headerSecrets, ...serverSecrets, ...keySecrets];

/** The agent has them from its sessions. */
const toolSecrets = [...headerSecrets, ...serverSecrets];

const env = Object.fromEntries(envSecrets.map((secret, n) => [`SETTING_${n}`, secret]));
const script: FakeAgentScript = {
	capabilities: { mcpCapabilities: { http: true } },
	start: envSecrets.map((secret) => ({ stderr: `starting with ${secret}\n` })),
	on: {
		'session/prompt': [
			{
				stderr: `value ${envSecrets.join(' ')}, what tools got, ${toolSecrets.join(' ')}, and ${keySecrets.map((key) => `api_key=${key}`).join(' ')}\n`,
			},
			{ raw: `not the protocol: ${envSecrets.join(',')}\n` },
			{ raw: `{"jsonrpc":"2.0","id":"${envSecrets[0] ?? ''}","method":"x/${envSecrets[1] ?? ''}"}\n` },
			{
				error: {
					code: -32603,
					message: `failed with ${envSecrets.join(' ')}`,
					data: { token: keySecrets.join(' ') },
				},
			},
		],
		'session/prompt#2': [{ stderr: `last words: ${envSecrets.join(' ')}\n` }, { die: { code: 3 } }],
	},
};

const temporary = makeTempFolder('secrets-tmp');
const scripts = makeTempFolder('secrets-script');

describe('secrets', () => {
	// A file: arguments are shown, and part of what is approved.
	const scriptFile = path.join(scripts.path, 'script.json');
	writeFileSync(scriptFile, JSON.stringify(script));
	const fake = fakeAgentCommand(scriptFile, '${workspaceFolder}/../record-Leaky.jsonl');
	const open = useWorkbench({
		machineSettings: {
			'acpHost.agents': { Leaky: { ...fake, env: { ...fake.env, ...env } } },
			'acpHost.mcpServers': {
				far: {
					url: 'https://tools.example/mcp',
					headers: Object.fromEntries(headerSecrets.map((secret, n) => [`X-Part-${n}`, secret])),
				},
				near: {
					command: 'no-such-tool',
					env: Object.fromEntries(serverSecrets.map((secret, n) => [`PART_${n}`, secret])),
				},
			},
			'acpHost.trace.traffic': true,
		},
		files: { 'a.txt': 'text\n' },
		serverEnv: { TMPDIR: temporary.path },
	});

	it('from settings, headers, stderr, errors and noise are in no log, no state and not in the view [hazard F5]', async () => {
		const workbench = open();
		const { chat, server } = workbench;
		await startSession(workbench, 'Leaky');
		await chat.send('hello');
		await eventually(
			() => chat.transcriptText(),
			(text) => /failed/u.test(text),
		);
		const shown = [await chat.transcriptText()];
		await chat.send('and again');
		await eventually(
			() => chat.transcriptText(),
			(text) => /exited/u.test(text),
		);
		shown.push((await (await chat.frame()).locator('body').innerHTML()) ?? '');
		await workbench.screenshot('secrets');
		// What is to be stored is stored some time after it changed.
		await workbench.page.waitForTimeout(1_500);
		const found = new Set<string>();
		let files = 0;
		for (const file of await filesBelow(server.dataDir)) {
			// The settings are where the user wrote them down, and VS Code keeps a copy.
			if (/\/settings\.json$|\/CachedConfigurations\//u.test(file)) continue;
			files++;
			const text = (await readFile(file)).toString('latin1');
			for (const secret of all) if (text.includes(secret)) found.add(`${secret} in ${file}`);
		}
		for (const secret of all)
			if (shown.some((text) => text.includes(secret))) found.add(`${secret} in the view`);
		assert.deepEqual([...found], []);
		const logs = (await filesBelow(server.dataDir)).filter((file) => /\.(log|jsonl)$/u.test(file));
		const logged = await Promise.all(logs.map((file) => readFile(file, 'utf8')));
		assert.ok(
			logged.some((text) => text.includes('[redacted]')),
			'Nothing was hidden, so nothing was shown.',
		);
		figure('F5', `${all.length} secrets, ${files} files searched, 0 found`);
	});

	after(() => {
		temporary.remove();
		scripts.remove();
	});

	it('leave no file of ours in the folder for temporary files [hazard F7]', async () => {
		const left = (await filesBelow(temporary.path)).filter((file) =>
			/acp|leaky|conversation/iu.test(path.relative(temporary.path, file)),
		);
		assert.deepEqual(left, []);
	});

	it('are safe from scripts: the real page has the policy, and refuses strings of HTML [hazard E1]', async () => {
		const frame = await open().chat.frame();
		const { policy, isRefused } = await frame.evaluate(() => {
			const meta = document.querySelector('meta[http-equiv="Content-Security-Policy"]');
			let refused = false;
			try {
				document.body.innerHTML = '<b>x</b>';
			} catch {
				refused = true;
			}
			return { policy: meta?.getAttribute('content') ?? '', isRefused: refused };
		});
		assert.equal(isRefused, true);
		const rules = policy.split('; ');
		for (const rule of [
			`default-src 'none'`,
			`img-src data:`,
			`form-action 'none'`,
			`base-uri 'none'`,
			`require-trusted-types-for 'script'`,
			`trusted-types lit-html`,
		]) {
			assert.ok(rules.includes(rule), rule);
		}
		assert.match(policy, /script-src 'nonce-[\w+/=]{20,}';/u);
		assert.doesNotMatch(policy, /unsafe|\*(?!\.)/u);
	});
});

async function filesBelow(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true, recursive: true });
	return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

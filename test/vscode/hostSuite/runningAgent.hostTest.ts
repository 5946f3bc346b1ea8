import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { AgentError } from '../../../src/core/base/errors.ts';
import * as limits from '../../../src/core/base/limits.ts';
import { type ProgramDefinition, resolveVariables } from '../../../src/host/settings/agentDefinition.ts';
import { RunningAgent, type StartOptions } from '../../../src/host/agents/runningAgent.ts';
import { hostTest } from './registry.ts';
import { put, withScratch } from './scratch.ts';

/** An agent of a few lines: what VS Code's own Node runs. */
function agentOf(code: string): ProgramDefinition {
	return {
		type: 'program',
		name: 'Tiny',
		command: process.execPath,
		args: ['-e', code],
		env: {},
		protocol: 'auto',
		isBuiltIn: false,
	};
}

function optionsFor(definition: ProgramDefinition, folder: string): StartOptions {
	const extension = vscode.extensions.getExtension('acp-host.acp-host');
	assert.ok(extension);
	return {
		definition,
		folder,
		clientInfo: { name: 'acp-host', title: 'ACP Host', version: '0' },
		offer: { files: true, terminals: true, terminalLogin: true, forms: true, urls: true },
		unstable: new Set(),
		schemaFolder: path.join(extension.extensionPath, 'dist', 'schema'),
		launchFolder: path.join(folder, 'launch'),
		ask: 1,
		signal: new AbortController().signal,
		log: vscode.window.createOutputChannel('ACP Host: test', { log: true }),
	};
}

async function failureOf(work: Promise<RunningAgent>): Promise<AgentError> {
	try {
		(await work).kill();
	} catch (error) {
		assert.ok(error instanceof AgentError, String(error));
		return error;
	}
	throw new Error('It started.');
}

/** Runs `work` while long timers run out a hundred times sooner, but none of them before `ready`. */
async function hurried<T>(ready: Promise<unknown>, work: () => Promise<T>): Promise<T> {
	const original = globalThis.setTimeout;
	const hurry = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout =>
		ms < limits.initNoticeMs
			? original(run, ms, ...args)
			: original(() => void ready.then(() => run(...args)), ms / 100);
	globalThis.setTimeout = Object.assign(hurry, original) as typeof setTimeout;
	try {
		return await work();
	} finally {
		globalThis.setTimeout = original;
	}
}

async function written(file: string): Promise<void> {
	while ((await readFile(file, 'utf8').catch(() => '')) === '') await sleep(20);
}

async function isGone(pid: number): Promise<boolean> {
	for (let tries = 0; tries < 100; tries++) {
		try {
			process.kill(pid, 0);
		} catch {
			return true;
		}
		await sleep(50);
	}
	return false;
}

hostTest('an agent that never answers initialize is given up, and nothing of it is left [hazard B5]', () =>
	withScratch(async (folder) => {
		const pidFile = path.join(folder, 'pid');
		const code = `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000); process.stdin.resume();`;
		const options = optionsFor(agentOf(code), folder);
		const error = await hurried(written(pidFile), () => failureOf(RunningAgent.start(options)));
		assert.equal(error.reason, 'timeout');
		assert.match(error.message, /did not answer "initialize" within 60 s/u);
		assert.equal(await isGone(Number(await readFile(pidFile, 'utf8'))), true);
	}),
);

hostTest('one that prints only noise is given up with its first line [hazard A2] [hazard B5]', () =>
	withScratch(async (folder) => {
		const code = `console.log('Usage: tiny [options]'); setInterval(() => {}, 1000);`;
		const noise = Promise.withResolvers<string>();
		const options = { ...optionsFor(agentOf(code), folder), onNoise: noise.resolve };
		const error = await hurried(noise.promise, () => failureOf(RunningAgent.start(options)));
		assert.equal(error.reason, 'timeout');
		assert.match(error.message, /Usage: tiny \[options\]/u);
	}),
);

for (const [what, change, said] of [
	['a program that is not there', { command: 'no-such-program-here' }, /not found on PATH/u],
	['a path that is not there', { command: '/no/such/program' }, /no such file/u],
	['a file that is no program', { command: '${workspaceFolder}/plain.txt' }, /not executable/u],
	['a folder', { command: '/etc' }, /not executable/u],
	['a path through a file', { command: '/etc/hostname/x' }, /not a directory/u],
	['a directory to start in that is not there', { cwd: '/no/such/folder' }, /working directory/u],
] as const) {
	hostTest(`${what} is said to be the reason [hazard B7]`, () =>
		withScratch(async (folder) => {
			await put(folder, 'plain.txt', 'no program\n');
			const definition = resolveVariables({ ...agentOf(''), ...change }, folder, {});
			const error = await failureOf(RunningAgent.start(optionsFor(definition, folder)));
			assert.equal(error.reason, 'spawn');
			assert.match(error.message, said);
		}),
	);
}

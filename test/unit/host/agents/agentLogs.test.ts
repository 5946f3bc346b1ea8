/** The traffic logs of the agents of a window: one file for each agent, within its size whoever writes to it. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { trafficLogBytes } from '../../../../src/core/base/limits.ts';
import { Redactor } from '../../../../src/node/redact.ts';
import { until } from '../../node/until.ts';
import { useVscode } from '../fakeVscode.ts';

const { AgentLogs } = await import('../../../../src/host/agents/agentLogs.ts');

const folder = mkdtempSync(path.join(tmpdir(), 'acp-host-logs-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The logs of one life of the window. */
function openLogs(): InstanceType<typeof AgentLogs> {
	const channel = {
		info: () => undefined,
		warn: (line: string) => assert.fail(line),
		dispose: () => undefined,
	};
	useVscode({ window: { createOutputChannel: () => channel } });
	return new AgentLogs(folder);
}

function logFiles(): readonly string[] {
	return readdirSync(folder).map((name) => path.join(folder, name));
}

/** Empty for one that starts over just then. */
function textOf(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}

/** Records that many MiB, and waits until the last of it is in a file. */
async function record(log: ReturnType<InstanceType<typeof AgentLogs>['traffic']>, mib: number, mark: string) {
	for (let n = 0; n < mib; n++) log.record('in', { text: 'x'.repeat(1024 * 1024) });
	log.record('in', { mark });
	await until(() => logFiles().some((file) => textOf(file).endsWith(`{"mark":"${mark}"}}\n`)));
}

describe('[hazard F5] the traffic log of an agent', () => {
	beforeEach(() => {
		for (const file of logFiles()) rmSync(file);
	});

	it('stays within its size over all connections of the agent, and over a reload of the window', async () => {
		const logs = openLogs();
		const first = logs.traffic('x', new Redactor());
		await record(first, 9, 'first');
		const second = logs.traffic('x', new Redactor());
		await record(second, 4, 'second');
		const [file = '', ...others] = logFiles();
		assert.deepEqual(others, []);
		assert.ok(statSync(file).size <= trafficLogBytes, 'a second connection');
		await record(first, 5, 'again');
		const text = textOf(file);
		assert.ok(text.length <= trafficLogBytes, 'both in turn');
		assert.match(text, /"mark":"second"/u, 'none takes away what the other has written while there is room');
		await record(openLogs().traffic('x', new Redactor()), 4, 'reloaded');
		assert.ok(statSync(file).size <= trafficLogBytes, 'after a reload');
	});

	it('is no other agent’s, however alike their names are', async () => {
		const logs = openLogs();
		const names = [
			'a b',
			'a_b',
			'a/b',
			'A_B',
			'a_b~',
			'../a_b',
			'é',
			'è',
			'\ud800',
			'l'.repeat(300),
			'l'.repeat(301),
		];
		for (const [index, name] of names.entries())
			await record(logs.traffic(name, new Redactor()), 0, `${index}`);
		const files = logFiles().map((file) => path.basename(file));
		assert.equal(new Set(files.map((name) => name.toLowerCase())).size, names.length);
		for (const name of files) assert.match(name, /^traffic-[\w.~-]{1,80}\.jsonl$/u);
		assert.ok(files.includes('traffic-a_b.jsonl'), 'a plain name stays as it is');
	});
});

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { PermissionRecord } from '../../../../src/core/session/model/permissionPorts.ts';
import { PermissionLogFile } from '../../../../src/host/permissions/permissionLog.ts';
import { Redactor } from '../../../../src/node/redact.ts';
import { askedPermission, run } from './samples.ts';

describe('the log of permissions', () => {
	let root = '';
	let count = 0;

	before(async () => {
		root = await mkdtemp(path.join(tmpdir(), 'acp-permission-log-'));
	});
	after(() => rm(root, { recursive: true, force: true }));

	interface Rig {
		readonly folder: string;
		readonly lines: string[];
		readonly open: (options?: { maxBytes?: number; maxFiles?: number }) => PermissionLogFile;
	}

	function rig(): Rig {
		const folder = path.join(root, String(++count));
		const lines: string[] = [];
		let time = Date.UTC(2026, 0, 1);
		const open: Rig['open'] = (options = {}) =>
			new PermissionLogFile({
				folder,
				now: () => (time += 1_000),
				redactor: () => Promise.resolve(new Redactor(['hunter22'])),
				log: (line) => lines.push(line),
				...options,
			});
		return { folder, lines, open };
	}

	function record(fields: Partial<PermissionRecord> = {}, command = 'ls'): PermissionRecord {
		const { entry, call } = askedPermission(run(command));
		return {
			sessionKey: 's1',
			agentName: 'Claude',
			sessionTitle: 'Tidy up',
			title: entry.title,
			subject: entry.subject,
			call,
			by: 'card',
			state: { type: 'answered', option: { optionId: 'yes', name: 'Allow', kind: 'allow_once' } },
			...fields,
		};
	}

	it('says of each answer who gave it, to what, and by which rule', async () => {
		const { open } = rig();
		const log = open();
		assert.equal(await log.read(), '');
		log.record(record());
		const option = { optionId: 'no', name: 'Reject', kind: 'reject_once' } as const;
		const rule = { id: 'r1', text: 'Do not allow Claude to run any command, everywhere' };
		log.record(record({ by: 'rule', state: { type: 'answered', option, rule } }));
		log.record(record({ by: 'stop', state: { type: 'cancelled', by: 'user' } }));
		const read = (await log.read()).split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
		assert.deepEqual(read[0], {
			time: '2026-01-01T00:00:01.000Z',
			agent: 'Claude',
			session: 's1',
			sessionTitle: 'Tidy up',
			title: 'May I?',
			about: 'ls',
			kind: 'execute',
			by: 'card',
			answer: 'allow_once',
			option: 'Allow',
			optionId: 'yes',
		});
		assert.deepEqual(
			read.map(({ by, answer, rule: said, ruleId }) => [by, answer, said, ruleId]),
			[
				['card', 'allow_once', undefined, undefined],
				['rule', 'reject_once', rule.text, 'r1'],
				['stop', 'cancelled', undefined, undefined],
			],
		);
	});

	it('holds no secrets, and no more of a giant command than a bound [hazard F5] [hazard F6]', async () => {
		const { open, folder } = rig();
		const log = open();
		log.record(record({}, 'curl -H "Authorization: Bearer abcdefghijkl" --password=hunter22 x'));
		log.record(record({ title: 'hunter22' }, 'x'.repeat(1024 * 1024)));
		const text = await log.read();
		assert.doesNotMatch(text, /hunter22|abcdefghijkl/u);
		assert.match(text, /1048576 characters/u);
		assert.ok(text.length < 20_000);
		const [name = ''] = await readdir(folder);
		assert.equal((await stat(path.join(folder, name))).mode & 0o077, 0, 'for nobody else to read');
	});

	it('holds no part of a secret that stands where a text is cut [hazard F5]', async () => {
		const log = rig().open();
		for (let before = 4_088; before <= 4_096; before++)
			log.record(record({}, `${'x'.repeat(before)}hunter22 ${'y'.repeat(9_000)}`));
		for (let before = 8_184; before <= 8_192; before++)
			log.record(record({}, `${'hunter22'.repeat(1_000)}${'x'.repeat(before - 8_000)}hunter22`));
		assert.doesNotMatch(await log.read(), /hunt/u);
	});

	it('is bounded: files begin anew and the oldest go', async () => {
		const { open, folder } = rig();
		const log = open({ maxBytes: 1_000, maxFiles: 3 });
		for (let n = 0; n < 50; n++) log.record(record({ title: `call ${n}` }));
		const lines = (await log.read()).split('\n');
		const names = await readdir(folder);
		assert.equal(names.length, 3);
		for (const name of names) assert.ok((await readFile(path.join(folder, name))).length <= 1_000);
		assert.match(lines.at(-1) ?? '', /call 49/u);
		assert.ok(lines.length < 20);
	});

	it('of two windows has no file of both, and is read in the order of time [hazard G3]', async () => {
		const { open, folder } = rig();
		const windows = [open(), open()];
		for (let n = 0; n < 20; n++) {
			windows[n % 2]?.record(record({ title: `call ${n}` }));
			await windows[n % 2]?.read();
		}
		assert.equal((await readdir(folder)).length, 2);
		const titles = (await open().read())
			.split('\n')
			.map((line) => (JSON.parse(line) as { title: string }).title);
		assert.deepEqual(
			titles,
			Array.from({ length: 20 }, (_none, n) => `call ${n}`),
		);
	});

	it('is read also while another window takes away what is old [hazard G3]', async () => {
		const { open, folder } = rig();
		const log = open();
		log.record(record());
		await log.read();
		await symlink(path.join(folder, 'gone'), path.join(folder, '0-gone.jsonl'));
		assert.match(await log.read(), /"answer":"allow_once"/u);
	});

	it('that cannot be written says so once, and answers go on', async () => {
		const { open, folder, lines } = rig();
		await writeFile(folder, 'a file where the folder belongs');
		const log = open();
		for (let n = 0; n < 3; n++) log.record(record());
		await assert.rejects(log.read());
		assert.equal(lines.length, 1);
		assert.match(lines[0] ?? '', /cannot be written/u);
	});
});

/** An agent that is killed while it says what to write: a real process, real pipes, any byte. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { AgentConnection } from '../../../src/node/connection.ts';
import { StreamTransport } from '../../../src/node/transport/streamTransport.ts';
import { figure } from '../../tools/figure.ts';
import { sized } from '../../tools/sized.ts';
import { type Json, randomIntegers, seed, tempDir } from './support.ts';

const tries = sized(200, 40);
const before = 'the old text\n'.repeat(50);
const after = 'the new text, with é, 日本語 and 💥\n'.repeat(80);

it('leaves the old text or the new one, wherever the request is cut off [hazard D8]', async () => {
	const folder = tempDir();
	const random = randomIntegers(seed);
	const request = {
		jsonrpc: '2.0',
		id: 1,
		method: 'fs/write_text_file',
		params: { path: '/a', content: after },
	};
	const bytes = Buffer.from(`${JSON.stringify(request)}\n`);
	writeFileSync(path.join(folder, 'request'), bytes);
	const outcomes = { old: 0, new: 0 };
	let next = 0;
	const some = async (): Promise<void> => {
		while (next < tries) {
			const run = next++;
			// The last bytes are where it is decided.
			const cut = run % 4 === 0 ? bytes.length - random(3) : random(bytes.length + 1);
			const text = await textAfter(folder, run, cut);
			assert.ok(text === before || text === after, `SEED=${seed}, cut at ${cut}: ${text.slice(0, 100)}`);
			outcomes[text === after ? 'new' : 'old']++;
		}
	};
	await Promise.all(Array.from({ length: 6 }, some));
	assert.ok(outcomes.old > 0 && outcomes.new > 0, JSON.stringify(outcomes));
	figure(
		'D8',
		`${tries} requests cut off at any byte: ${outcomes.old} times the old text, ${outcomes.new} times the new one`,
	);
});

/** The file after an agent wrote that many bytes of its request and was killed. */
async function textAfter(folder: string, run: number, cut: number): Promise<string> {
	const file = path.join(folder, `${run}.txt`);
	writeFileSync(file, before);
	const code = 'head -c "$1" "$0"; kill -9 $$';
	const agent = spawn('sh', ['-c', code, path.join(folder, 'request'), String(cut)], {
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	const connection = new AgentConnection({
		transport: new StreamTransport({ input: agent.stdout, output: agent.stdin }),
		log: () => undefined,
	});
	connection.onRequest((method, params) => {
		assert.equal(method, 'fs/write_text_file');
		writeFileSync(file, String((params as Json)['content']));
		return Promise.resolve({});
	});
	const closed = new Promise<void>((resolve) => connection.onClose(() => resolve()));
	await once(agent, 'exit');
	await closed;
	return readFileSync(file, 'utf8');
}

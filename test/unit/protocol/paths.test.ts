/** An agent sees absolute paths, also of a session that is opened with a relative one. */
import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { it } from 'node:test';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import { attached, type Connected } from '../core/acp/support.ts';
import { randomIntegers } from '../node/support.ts';

const everything = {
	agentCapabilities: {
		loadSession: true,
		sessionCapabilities: { list: {}, resume: {}, additionalDirectories: {} },
	},
};

/** Fields of what we send that hold a path, or a list of them. */
const pathFields = new Set(['cwd', 'additionalDirectories', 'path']);

const parts = [
	'',
	'.',
	'..',
	'a',
	'ä b',
	'C:',
	'c:',
	'~',
	'work',
	'\\',
	'file:',
	'$HOME',
	'\u202E',
	'x'.repeat(300),
];
const roots = [
	'/',
	'C:\\',
	'd:/',
	'\\\\server\\share\\',
	'',
	'./',
	'../',
	'~/',
	'C:',
	'\\',
	'file:///',
	' /',
	'\n/',
];

const random = randomIntegers(9);
const pick = (list: readonly string[]): string => list[random(list.length)] ?? '';
const randomPath = (): string =>
	pick(roots) + Array.from({ length: random(4) }, () => pick(parts)).join(pick(['/', '\\']));

/** On some platform. `\\x` alone is not: it is a place on whatever drive is the current one. */
const isAbsolute = (path: string): boolean =>
	posix.isAbsolute(path) || (win32.isAbsolute(path) && !/^\\(?!\\)/u.test(path));

function pathsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(pathsIn);
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([name, field]) =>
		pathFields.has(name) ? [field].flat().map(String) : pathsIn(field),
	);
}

async function tryWith({ agent }: Connected, cwd: string, additionalDirectories: string[]): Promise<boolean> {
	const setup = { cwd, additionalDirectories, mcpServers: [] };
	const calls = [
		() => agent.newSession(setup),
		() => agent.loadSession('old', setup),
		() => agent.resumeSession('old', setup),
		...(additionalDirectories.length === 0 ? [() => agent.listSessions({ cwd })] : []),
	];
	const results = await Promise.allSettled(calls.map((call) => call()));
	for (const result of results) {
		if (result.status === 'rejected')
			assert.ok(AgentError.is(result.reason, 'denied'), String(result.reason));
	}
	const sent = results.filter(({ status }) => status === 'fulfilled').length;
	assert.ok(sent === 0 || sent === calls.length, 'all of them judge alike');
	return sent > 0;
}

it('every path we send is absolute, a relative one is refused before it goes out [acp C9] [acp C38] [acp C39]', async () => {
	const connection = await attached(everything);
	const { wire } = connection;
	for (const method of ['resume', 'list']) wire.answers.set(`session/${method}`, () => ({}));
	let sent = 0;
	let refused = 0;
	for (let run = 0; run < 600; run++) {
		const cwd = randomPath();
		const others = Array.from({ length: random(3) }, randomPath);
		const before = wire.sent.length;
		const wasSent = await tryWith(connection, cwd, others);
		const paths = wire.sent.slice(before).flatMap(({ params }) => pathsIn(params));
		for (const path of paths) assert.ok(isAbsolute(path), JSON.stringify(path));
		if (wasSent) assert.ok(paths.includes(cwd), 'as it is, nothing added');
		else assert.ok(![cwd, ...others].every(isFull), `refused ${JSON.stringify([cwd, ...others])}`);
		if (wasSent) sent++;
		else refused++;
	}
	assert.ok(sent > 50 && refused > 50, `${sent} sent, ${refused} refused`);
});

/** Absolute beyond doubt. */
const isFull = (path: string): boolean => /^(?:\/|[a-z]:[\\/]|\\\\\w)/iu.test(path);

it('an answer of ours never has a path that the agent did not name [acp C9]', async () => {
	const { wire, target } = await attached(everything);
	target.run = () => 'text';
	const answers: unknown[] = [
		await wire.ask('fs/read_text_file', { sessionId: 's1', path: '/work/a' }),
		await wire.ask('fs/write_text_file', { sessionId: 's1', path: '/work/a', content: '' }),
		await wire.ask('terminal/create', { sessionId: 's1', command: 'x', cwd: '/work' }),
	];
	for (const answer of answers) assert.deepEqual(pathsIn(answer as JsonObject), []);
});

/** Turn gateways are nobody's business but that of their room: to the rest of the house each is an agent. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { turnProtocols } from '../../../src/core/turns/turnProtocol.ts';

/** What the rest may know of the room: the names of the families, and how to connect to one. */
const doors = new Set(['turnProtocol.ts', 'connectTurns.ts']);

/** Settings name the families; agents of ACP that stand on one of them have oddities of their own. */
const exempt = [path.join('src', 'host', 'settings'), path.join('src', 'core', 'acp', 'quirks')];

describe('The families of turn gateways', () => {
	const outside = new Map<string, string>();
	before(async () => {
		for await (const file of glob('src/**/*.ts')) {
			if (!file.startsWith(path.join('src', 'core', 'turns'))) outside.set(file, readFileSync(file, 'utf8'));
		}
	});

	it('are known outside of their room by two files', () => {
		const imports = [...outside].flatMap(([file, text]) =>
			[...text.matchAll(/from '[^']*core\/turns\/([^']+)'/gu)].map(([, target]) => ({ file, target })),
		);
		assert.ok(imports.length > 0);
		assert.deepEqual(
			imports.filter(({ target }) => !doors.has(target ?? '')),
			[],
		);
	});

	it('are named in no code outside of their room and the settings', () => {
		const name = new RegExp(`(['"\`])(?:${turnProtocols.join('|')})\\1`, 'u');
		assert.deepEqual(
			[...outside]
				.filter(([file, text]) => !exempt.some((folder) => file.startsWith(folder)) && name.test(text))
				.map(([file]) => file),
			[],
		);
	});
});

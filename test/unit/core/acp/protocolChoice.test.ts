import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	afterStart,
	type NegotiatedProtocol,
	rememberedProtocol,
	type RememberedProtocol,
	speaksV2Well,
	versionToAsk,
} from '../../../../src/core/acp/protocolChoice.ts';
import { read } from '../../../../src/core/base/shape.ts';

const readRemembered = (raw: unknown): RememberedProtocol | undefined => read(rememberedProtocol, raw);

const claude = { name: '@agentclientprotocol/claude-agent-acp', version: '0.100.0' };
const other = { name: 'other', version: '1.0.0' };

/** What `auto` asks for in each start of the same agent, given what came of the one before. */
function asked(starts: readonly Omit<NegotiatedProtocol, 'asked'>[]): number[] {
	let remembered: RememberedProtocol | undefined;
	return starts.map(({ spoken, info }) => {
		const ask = versionToAsk('auto', remembered);
		remembered = afterStart({ asked: ask, spoken, info }, remembered);
		return ask;
	});
}

describe('the version to ask for', () => {
	it('is what the setting says, whatever is remembered', () => {
		const remembered = { agent: 'a@1', ask: 2, isTried: false } as const;
		assert.equal(versionToAsk(1, remembered), 1);
		assert.equal(versionToAsk(2, { ...remembered, ask: 1 }), 2);
		assert.equal(versionToAsk('auto', undefined), 1);
		assert.equal(versionToAsk('auto', remembered), 2);
	});

	it('is 1 at first, and 2 from the second start of an agent that is known to do it well', () => {
		assert.deepEqual(
			asked([
				{ spoken: 1, info: claude },
				{ spoken: 2, info: claude },
				{ spoken: 2, info: claude },
			]),
			[1, 2, 2],
		);
		const older = { ...claude, version: '0.99.9' };
		assert.deepEqual(
			asked([older, older, claude, claude].map((info) => ({ spoken: 1, info }))),
			[1, 1, 1, 2],
		);
	});

	it('stays 1 for an agent that we do not know, even after the user had it speak 2', () => {
		assert.deepEqual(asked([1, 1, 1].map(() => ({ spoken: 1, info: other }))), [1, 1, 1]);
		assert.equal(afterStart({ asked: 2, spoken: 2, info: other }, undefined)?.ask, 1);
	});

	it('is 2 for an agent that speaks nothing else, once that is known', () => {
		assert.deepEqual(asked([1, 2, 3].map(() => ({ spoken: 2, info: other }))), [1, 2, 2]);
	});

	it('falls back to 1 when 2 failed, and is not tried again until the agent is another version', () => {
		const newer = { ...claude, version: '0.101.0' };
		assert.deepEqual(
			asked([
				{ spoken: 1, info: claude },
				{ spoken: 1, info: claude },
				{ spoken: 1, info: claude },
				{ spoken: 1, info: claude },
				{ spoken: 1, info: newer },
				{ spoken: 2, info: newer },
			]),
			[1, 2, 1, 1, 1, 2],
		);
	});

	it('is 1 again when another program stands behind the same command, or one that has no name', () => {
		assert.deepEqual(
			asked([
				{ spoken: 1, info: claude },
				{ spoken: 2, info: other },
				{ spoken: 1, info: other },
			]),
			[1, 2, 1],
		);
		assert.equal(afterStart({ asked: 2, spoken: 2, info: {} }, undefined), undefined);
	});

	it('survives whatever stands in the storage', () => {
		const good = { agent: 'a@1', ask: 2, isTried: true };
		assert.deepEqual(readRemembered(good), good);
		assert.deepEqual(readRemembered({ agent: 'a@1', ask: 1 }), { agent: 'a@1', ask: 1, isTried: false });
		for (const raw of [
			undefined,
			null,
			2,
			'x',
			[],
			{},
			{ agent: 'a' },
			{ agent: 3, ask: 1 },
			{ agent: 'a', ask: 3 },
		]) {
			assert.equal(readRemembered(raw), undefined);
		}
	});
});

describe('an agent is known to do version 2 well', () => {
	for (const [version, isKnown] of [
		['0.100.0', true],
		['0.100.1', true],
		['0.101.0-beta.1', true],
		['1.0.0', true],
		['v1.0.0', true],
		['0.100.0+build', true],
		['0.100.0-beta.2', false],
		['0.99.12', false],
		['0.16.2', false],
		['latest', false],
		['', false],
	] as const) {
		it(`${isKnown ? 'in' : 'not in'} version "${version}"`, () => {
			assert.equal(speaksV2Well({ ...claude, version }), isKnown);
		});
	}

	it('by its exact name only', () => {
		assert.equal(speaksV2Well({ name: '@agentclientprotocol/codex-acp', version: '2.6.0' }), true);
		for (const name of ['claude-agent-acp', 'constructor', '__proto__', 'gemini-cli']) {
			assert.equal(speaksV2Well({ name, version: '9.0.0' }), false);
		}
		assert.equal(speaksV2Well({}), false);
		assert.equal(speaksV2Well({ name: claude.name }), false);
	});
});

/** The architecture: which version of the protocol an agent speaks is known in `src/core/acp` and nowhere else. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { versionDecisions } from '../../tools/versionDecisions.ts';
import { tempDir } from '../node/support.ts';

const src = path.resolve(import.meta.dirname, '../../../src');

/** What is found in a made-up file of that name. */
function foundIn(file: string, code: string): string[] {
	const root = tempDir();
	mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
	writeFileSync(path.join(root, file), `${code}\n`);
	return versionDecisions(root).map(({ why }) => why);
}

describe('the version of the protocol', () => {
	it('decides nothing in src outside of src/core/acp', () => {
		assert.deepEqual(
			versionDecisions(src).map(({ file, line, why, text }) => `src/${file}:${line} ${why}: ${text}`),
			[],
		);
	});

	it('is no part of what an agent is to the rest of the house', () => {
		const ports = ['agentPort', 'sessionTarget', 'permissionPorts', 'capabilities'].map(
			(name) => readFileSync(path.join(src, `core/session/model/${name}.ts`), 'utf8'),
		);
		assert.doesNotMatch(ports.join(''), /protocolVersion|spoken|\bversion: (?:number|1|2)/u);
	});

	for (const code of [
		'if (agent.protocolVersion === 2) hide();',
		'if (protocol === 2) hide();',
		"if (definition.protocol !== '1') hide();",
		'const isNew = port.version >= 2;',
		'const isNew = 2 <= port.version;',
		'return this.negotiated.spoken == 1 ? a : b;',
		'return 1 === negotiated?.spoken ? a : b;',
		'if (Number(version) > 1) hide();',
		'switch (agent.protocol) {',
		'switch (negotiated.version) {',
		'const text = texts[agent.protocolVersion];',
		'const text = texts.get(negotiated.spoken);',
		'if ([2].includes(agent.spoken)) hide();',
		'const { protocolVersion } = answer;',
		'if (state.isV2) hide();',
		'if (speaksV2(agent)) hide();',
		'if (port instanceof V2Agent) hide();',
		"import { decodeUpdate } from '../core/acp/v2/update.ts';",
		"import type { ProtocolVersion } from '../core/acp/protocolChoice.ts';",
		'if (running.negotiated === other) hide();',
	]) {
		it(`would be seen to decide in: ${code}`, () => {
			assert.notDeepEqual(foundIn('host/madeUp.ts', code), []);
			assert.notDeepEqual(foundIn('core/session/madeUp.ts', code), []);
			assert.deepEqual(foundIn('core/acp/madeUp.ts', code), []);
		});
	}

	for (const code of [
		'if (document.version !== version) throw conflict();',
		"if (url.protocol === 'https:') open(url);",
		'// if (protocol === 2) as it was',
		' * `protocolVersion` is not for us',
		"title: 'Protocol version 2 is a draft',",
		"import type { V2Types } from '../core/acp/v2/types.ts';",
	]) {
		it(`is not what decides in: ${code}`, () => assert.deepEqual(foundIn('host/madeUp.ts', code), []));
	}

	it('may be compared by the reader of the setting alone, and by it only there', () => {
		const code = "if (protocol !== 'auto' && protocol !== 1 && protocol !== 2) return problem;";
		assert.deepEqual(foundIn('host/settings/agentDefinition.ts', code), []);
		assert.notDeepEqual(foundIn('host/agents/runningAgent.ts', code), []);
		assert.notDeepEqual(
			foundIn('host/settings/agentDefinition.ts', 'if (agent.protocolVersion === 2) hide();'),
			[],
		);
	});
});

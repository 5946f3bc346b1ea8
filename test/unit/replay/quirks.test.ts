/** Which test shows each oddity of real agents (agents-in-the-wild 1-28): a recording that is replayed, or a test by name. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { recordings } from '../core/acp/support.ts';

interface Shown {
	readonly quirk: string;
	/** Names of recordings in test/traffic, replayed by replay.test.ts. */
	readonly recordings?: readonly string[];
	/** Files below test/unit with a piece of a test's name. */
	readonly tests?: readonly (readonly [file: string, name: string])[];
}

const shown: readonly Shown[] = [
	{
		quirk: '(1) stderr chatters',
		tests: [['node/agentConnection.test.ts', 'JSON on stderr is not dispatched']],
	},
	{
		quirk: '(2) what is said fits the schema',
		tests: [['core/acp/traffic.test.ts', 'every message decodes']],
	},
	{
		quirk: '(3) request ids from 0, or texts',
		recordings: ['gemini-edit', 'claude-code-acp-shell'],
		tests: [['node/agentConnection.test.ts', 'the agent receives only messages, and its ids back']],
	},
	{
		quirk: '(4) methods outside of the protocol',
		recordings: ['claude-agent-acp-text'],
		tests: [
			['protocol/hostileUpdates.test.ts', 'of any other kind does no harm either'],
			['protocol/quirks.test.ts', 'requests and notifications of qwen'],
		],
	},
	{
		quirk: '(5) withdrawn questions, answers to nobody',
		recordings: ['claude-agent-acp-config'],
		tests: [
			['protocol/sdkPeer.test.ts', 'asks for permission, and may withdraw it'],
			['protocol/quirks.test.ts', 'an answer with the id null'],
		],
	},
	{
		quirk: '(6) very large messages',
		recordings: ['claude-agent-acp-shellbig', 'claude-code-acp-shellbig'],
		tests: [['protocol/quirks.test.ts', 'a list of commands of 560 KB']],
	},
	{
		quirk: '(7) bursts, empty chunks',
		recordings: ['claude-agent-acp-long', 'claude-code-acp-text'],
		tests: [['node/agentConnection.test.ts', 'a flood of 50,000 updates']],
	},
	{
		quirk: '(8) updates before session/new is answered, and after the turn',
		recordings: ['claude-agent-acp-rich'],
		tests: [['core/acp/sessionLinks.test.ts', 'acp C45']],
	},
	{
		quirk: '(9) a replay, also after the answer to session/load',
		recordings: ['claude-agent-acp-sessions2', 'claude-code-acp-sessions2', 'gemini-replay'],
		tests: [['protocol/quirks.test.ts', 'most of a replay after the answer']],
	},
	{
		quirk: '(10) reasons hidden in the data of errors',
		recordings: ['gemini-config', 'claude-agent-acp-sessions2'],
		tests: [['core/acp/v1Agent.test.ts', 'readable AgentError']],
	},
	{
		quirk: '(11) mcpServers is always there',
		tests: [['protocol/extras.test.ts', 'go to an agent that takes']],
	},
	{
		quirk: '(12) modes, options, both, models',
		recordings: ['gemini-config', 'claude-agent-acp-config', 'claude-code-acp-config'],
		tests: [['protocol/quirks.test.ts', 'ids that are addresses or full of signs']],
	},
	{
		quirk: '(13) a permission before, or without, its tool call',
		recordings: ['gemini-edit', 'gemini-editreject'],
	},
	{ quirk: '(14) tool_call twice', recordings: ['claude-code-acp-edit', 'claude-code-acp-shell'] },
	{
		quirk: '(15) a part of a tool call in a permission',
		recordings: ['sdk-example-editreject'],
		tests: [['protocol/quirks.test.ts', 'a permission that leaves out the diff']],
	},
	{
		quirk: '(16) calls left open at the end of a turn',
		recordings: ['gemini-editreject', 'gemini-cancelshell', 'claude-code-acp-cancelshell'],
	},
	{
		quirk: '(17) updates with only _meta or rawInput, and late ones',
		recordings: ['claude-agent-acp-edit', 'claude-agent-acp-metashell'],
	},
	{
		quirk: '(18) diffs of fragments',
		recordings: ['claude-agent-acp-edit', 'gemini-edit', 'claude-code-acp-edit'],
	},
	{ quirk: '(19) terminals of the agent', recordings: ['claude-agent-acp-metashell'] },
	{
		quirk: '(20) terminals of ours, and released ones',
		recordings: ['claude-code-acp-shell', 'claude-code-acp-cancelshell'],
	},
	{
		quirk: '(21) a missing file',
		recordings: ['gemini-write', 'gemini-writeenoent', 'gemini-writeempty', 'claude-code-acp-write'],
	},
	{
		quirk: '(22) options by their names, two questions at once',
		recordings: ['gemini-edit', 'claude-agent-acp-editalways', 'claude-agent-acp-exitplan'],
		tests: [['protocol/quirks.test.ts', 'two permissions at once']],
	},
	{
		quirk: '(23) questions',
		recordings: ['claude-agent-acp-ask', 'claude-agent-acp-askdecline', 'qwen-question'],
	},
	{
		quirk: '(24) four shapes of model errors, and silence',
		recordings: ['claude-agent-acp-err500', 'gemini-err401', 'gemini-err429', 'claude-agent-acp-err401'],
	},
	{ quirk: '(25) a login that is wanted late', recordings: ['claude-agent-acp-noauth'] },
	{ quirk: '(26) agents that outlive their stdin', tests: [['node/agentProcess.test.ts', 'SIGTERM']] },
	{
		quirk: '(27) a second prompt is never sent',
		recordings: ['claude-agent-acp-twoprompts', 'gemini-twoprompts', 'claude-code-acp-twoprompts'],
		tests: [['core/session/driver/session.test.ts', 'waits its turn while another one runs']],
	},
	{ quirk: '(28) usage', recordings: ['claude-agent-acp-text', 'claude-agent-acp-rich'] },
];

it('every oddity of real agents is shown by a recording or a test', () => {
	assert.deepEqual(
		shown.map(({ quirk }) => Number(/^\((\d+)\)/u.exec(quirk)?.[1])),
		Array.from({ length: 28 }, (_item, index) => index + 1),
	);
	const known = new Set(recordings().map(({ name }) => name));
	for (const { quirk, recordings: names = [], tests = [] } of shown) {
		assert.ok(names.length + tests.length > 0, quirk);
		for (const name of names) assert.ok(known.has(name), `${quirk}: ${name}`);
		for (const [file, name] of tests) {
			const text = readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
			assert.ok(text.includes(name), `${quirk}: "${name}" in ${file}`);
		}
	}
});

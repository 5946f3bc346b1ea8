/**
 * Which test shows each oddity of real agents, by its heading in docs/agents-in-the-wild.md: a recording that is
 * replayed, or a test by name.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { recordings } from '../core/acp/support.ts';

interface Shown {
	/** The heading. */
	readonly quirk: string;
	/** Names of recordings in test/traffic, replayed by replay.test.ts. */
	readonly recordings?: readonly string[];
	/** Files below test/unit with a piece of a test's name. */
	readonly tests?: readonly (readonly [file: string, name: string])[];
}

const root = path.resolve(import.meta.dirname, '../../..');
const shown: readonly Shown[] = [
	{
		quirk: 'Chatter on stderr',
		tests: [['node/agentConnection.test.ts', 'JSON on stderr is not dispatched']],
	},
	{
		quirk: 'What is said fits the schema',
		tests: [['core/acp/traffic.test.ts', 'every message decodes']],
	},
	{
		quirk: 'Ids of requests',
		recordings: ['gemini-edit', 'claude-code-acp-shell'],
		tests: [['node/agentConnection.test.ts', 'the agent receives only messages, and its ids back']],
	},
	{
		quirk: 'Methods outside of the protocol',
		recordings: ['claude-agent-acp-text'],
		tests: [
			['protocol/hostileUpdates.test.ts', 'of any other kind does no harm either'],
			['protocol/quirks.test.ts', 'requests and notifications of qwen'],
		],
	},
	{
		quirk: 'Questions taken back, answers without an id',
		recordings: ['claude-agent-acp-config'],
		tests: [
			['protocol/sdkPeer.test.ts', 'asks for permission, and may withdraw it'],
			['protocol/quirks.test.ts', 'an answer with the id null'],
		],
	},
	{
		quirk: 'Very large messages',
		recordings: ['claude-agent-acp-shellbig', 'claude-code-acp-shellbig'],
		tests: [['protocol/quirks.test.ts', 'a list of commands of 560 KB']],
	},
	{
		quirk: 'Bursts and empty chunks',
		recordings: ['claude-agent-acp-long', 'claude-code-acp-text'],
		tests: [['node/agentConnection.test.ts', 'a flood of 50,000 updates']],
	},
	{
		quirk: 'Updates before and after',
		recordings: ['claude-agent-acp-rich'],
		tests: [['core/acp/sessionLinks.test.ts', 'acp C45']],
	},
	{
		quirk: 'Replays',
		recordings: [
			'claude-agent-acp-sessions2',
			'claude-code-acp-sessions2',
			'gemini-replay',
			'qwen-replay',
			'copilot-replay',
		],
		tests: [['protocol/quirks.test.ts', 'most of a replay after the answer']],
	},
	{
		quirk: 'Reasons in the data of errors',
		recordings: ['gemini-config', 'claude-agent-acp-sessions2'],
		tests: [['core/acp/v1Agent.test.ts', 'readable AgentError']],
	},
	{
		quirk: 'Parameters that are always there',
		tests: [['protocol/extras.test.ts', 'go to an agent that takes']],
	},
	{
		quirk: 'Modes, options, both',
		recordings: ['gemini-config', 'claude-agent-acp-config', 'claude-code-acp-config'],
		tests: [['protocol/quirks.test.ts', 'ids that are addresses or full of signs']],
	},
	{
		quirk: 'A change of the mode as words',
		recordings: ['gemini-config', 'gemini-editalways'],
		tests: [['core/acp/replayedInternals.test.ts', 'is no word of an answer']],
	},
	{
		quirk: 'Modes after a new start',
		tests: [['core/session/driver/options.test.ts', 'though the agent has forgotten them']],
	},
	{
		quirk: 'A permission before its tool call',
		recordings: ['gemini-edit', 'gemini-editreject'],
	},
	{ quirk: 'The same tool call twice', recordings: ['claude-code-acp-edit', 'claude-code-acp-shell'] },
	{
		quirk: 'A part of a tool call in a permission',
		recordings: ['sdk-example-editreject'],
		tests: [['protocol/quirks.test.ts', 'a permission that leaves out the diff']],
	},
	{
		quirk: 'Calls left open',
		recordings: ['gemini-editreject', 'gemini-cancelshell', 'claude-code-acp-cancelshell'],
	},
	{
		quirk: 'Late and bare updates',
		recordings: ['claude-agent-acp-edit', 'claude-agent-acp-metashell'],
	},
	{
		quirk: 'Diffs of fragments',
		recordings: ['claude-agent-acp-edit', 'gemini-edit', 'claude-code-acp-edit'],
	},
	{ quirk: 'Terminals that the agent runs', recordings: ['claude-agent-acp-metashell'] },
	{
		quirk: 'Commands that the agent has us run',
		recordings: ['claude-code-acp-shell', 'claude-code-acp-cancelshell'],
	},
	{
		quirk: 'A file that is not there',
		recordings: ['gemini-write', 'gemini-writeenoent', 'gemini-writeempty', 'claude-code-acp-write'],
	},
	{
		quirk: 'Options by their names',
		recordings: ['gemini-edit', 'claude-agent-acp-editalways', 'claude-agent-acp-exitplan'],
		tests: [['protocol/quirks.test.ts', 'two permissions at once']],
	},
	{
		quirk: 'Questions by form',
		recordings: ['claude-agent-acp-ask', 'claude-agent-acp-askdecline', 'qwen-question'],
	},
	{
		quirk: 'Errors of the model',
		recordings: ['claude-agent-acp-err500', 'gemini-err401', 'gemini-err429', 'claude-agent-acp-err401'],
	},
	{
		quirk: 'Requests that are sent again',
		recordings: ['codex-acp-retries', 'codex-acp-retriesend', 'claude-agent-acp-retries'],
		tests: [['core/acp/retries.test.ts', 'is an attempt at the call that runs it, with its time']],
	},
	{ quirk: 'Logins that are wanted late', recordings: ['claude-agent-acp-noauth'] },
	{ quirk: 'Agents that outlive their stdin', tests: [['node/agentProcess.test.ts', 'SIGTERM']] },
	{
		quirk: 'A second prompt',
		recordings: ['claude-agent-acp-twoprompts', 'gemini-twoprompts', 'claude-code-acp-twoprompts'],
		tests: [['core/session/driver/session.test.ts', 'waits its turn while another one runs']],
	},
	{
		quirk: 'A message into the running turn',
		recordings: ['claude-agent-acp-steer', 'codex-acp-steer'],
		tests: [['replay/loadedAgain.test.ts', 'what was sent into the turn stands there once']],
	},
	{
		quirk: 'Usage',
		recordings: ['claude-agent-acp-text', 'claude-agent-acp-rich'],
		tests: [['core/acp/retries.test.ts', 'is all of its windows, the one that counts with its warning']],
	},
];

it('every oddity of real agents is shown by a recording or a test', () => {
	const page = readFileSync(path.join(root, 'docs/agents-in-the-wild.md'), 'utf8');
	const [, part = ''] = /^## What they do$(.*?)^## /msu.exec(page) ?? [];
	assert.deepEqual(
		shown.map(({ quirk }) => quirk),
		[...part.matchAll(/^### (.+)$/gmu)].map(([, heading]) => heading),
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

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
	methods,
	type NewSessionRequest,
	type SessionConfigOption,
	type SetSessionConfigOptionRequest,
} from '@agentclientprotocol/sdk';
import { hostCapabilities } from './capabilities.ts';
import type { DemoPeer } from './demoPeer.ts';
import { startDemo, together, workspace } from './fixture.ts';

async function choose(
	peer: DemoPeer,
	sessionId: string,
	configId: string,
	value: string | boolean,
): Promise<SessionConfigOption[]> {
	const choice = typeof value === 'boolean' ? { type: 'boolean' as const, value } : { value };
	const params: SetSessionConfigOptionRequest = { sessionId, configId, ...choice };
	const answer = await peer.agent.request(methods.agent.session.setConfigOption, params);
	return answer.configOptions;
}

function choicesOf(options: SessionConfigOption[], id: string): string[] {
	const option = options.find((option) => option.id === id);
	if (option?.type !== 'select') return [];
	return option.options.flatMap((item) =>
		('options' in item ? item.options : [item]).map(({ value }) => value),
	);
}

function currentOf(options: SessionConfigOption[] | null | undefined): Record<string, string | boolean> {
	return Object.fromEntries((options ?? []).map(({ id, currentValue }) => [id, currentValue]));
}

describe('demo options', together, () => {
	it('offers mode, model, thoughts and verbose, and the modes beside them', async (t) => {
		const peer = startDemo(t, { capabilities: hostCapabilities });
		await peer.initialized;
		const params: NewSessionRequest = { cwd: await workspace(t), mcpServers: [] };
		const { configOptions, modes } = await peer.agent.request(methods.agent.session.new, params);
		assert.deepEqual(
			configOptions?.map(({ id, type, category }) => [id, type, category]),
			[
				['mode', 'select', 'mode'],
				['model', 'select', 'model'],
				['thoughts', 'select', 'thought_level'],
				['verbose', 'boolean', undefined],
			],
		);
		assert.deepEqual(
			modes?.availableModes.map(({ id }) => id),
			choicesOf(configOptions ?? [], 'mode'),
		);
		assert.equal(modes?.currentModeId, 'ask');
		const model = configOptions?.find(({ id }) => id === 'model');
		assert.ok(model?.type === 'select');
		assert.deepEqual(
			model.options.map((item) => ('options' in item ? item.name : '')),
			['Fast', 'Careful'],
		);
	});

	it('keeps what is on or off from a client that does not know it [acp C20]', async (t) => {
		const peer = startDemo(t);
		const sessionId = await peer.newSession(await workspace(t));
		const options = await choose(peer, sessionId, 'model', 'owl');
		assert.deepEqual(
			options.map(({ id }) => id),
			['mode', 'model', 'thoughts'],
		);
		await assert.rejects(choose(peer, sessionId, 'verbose', true), { code: -32602 });
	});

	it('answers a choice with the whole list; another model has other levels of thought', async (t) => {
		const peer = startDemo(t, { capabilities: hostCapabilities });
		const sessionId = await peer.newSession(await workspace(t));
		const off = await choose(peer, sessionId, 'thoughts', 'off');
		assert.deepEqual(choicesOf(off, 'thoughts'), ['off', 'low']);
		const owl = await choose(peer, sessionId, 'model', 'owl');
		assert.deepEqual(choicesOf(owl, 'thoughts'), ['low', 'medium', 'high']);
		assert.deepEqual(currentOf(owl), { mode: 'ask', model: 'owl', thoughts: 'low', verbose: false });
		await assert.rejects(choose(peer, sessionId, 'thoughts', 'off'), { code: -32602 });
		await assert.rejects(choose(peer, sessionId, 'taste', 'sweet'), { code: -32602 });
	});

	it('tells a change of the mode in both ways, whoever makes it', async (t) => {
		const peer = startDemo(t, { capabilities: hostCapabilities });
		const sessionId = await peer.newSession(await workspace(t));
		await peer.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'auto' });
		assert.equal(currentOf(peer.ofKind('config_option_update').at(-1)?.configOptions)['mode'], 'auto');
		await choose(peer, sessionId, 'mode', 'ask');
		assert.equal(peer.ofKind('current_mode_update').at(-1)?.currentModeId, 'ask');
		await peer.prompt(sessionId, '/mode read');
		assert.equal(peer.ofKind('current_mode_update').at(-1)?.currentModeId, 'read');
		assert.equal(currentOf(peer.ofKind('config_option_update').at(-1)?.configOptions)['mode'], 'read');
		await peer.prompt(sessionId, '/mode');
		assert.equal(peer.ofKind('current_mode_update').at(-1)?.currentModeId, 'ask');
	});

	it('changes nothing in Read Only, and asks nothing', async (t) => {
		const folder = await workspace(t);
		const peer = startDemo(t);
		const sessionId = await peer.newSession(folder);
		await choose(peer, sessionId, 'mode', 'read');
		assert.equal(await peer.prompt(sessionId, '/edit'), 'end_turn');
		assert.deepEqual(peer.permissions, []);
		assert.match(peer.said, /Read Only/);
		assert.equal(await readFile(join(folder, 'README.md'), 'utf8'), '# Sample\n\nA sample project.\n');
	});

	it('says more about itself when it is verbose', async (t) => {
		const peer = startDemo(t, { capabilities: hostCapabilities });
		const sessionId = await peer.newSession(await workspace(t));
		await peer.prompt(sessionId, '/think');
		assert.doesNotMatch(peer.said, /tokens/);
		await choose(peer, sessionId, 'verbose', true);
		await choose(peer, sessionId, 'model', 'tortoise');
		await peer.prompt(sessionId, '/think');
		assert.match(peer.said, /\*Tortoise, thoughts Low; \d+ tokens in context\.\*$/);
	});
});

/** The line to an agent at an address in the chat view: it speaks, its line breaks in a turn, and it comes back. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { switchableLine } from '../../agents/switchableLine.ts';
import { PioneerGateway, probes } from '../../agents/pioneerGateway.ts';
import { ScenarioGateway } from '../../agents/pioneerScenarios.ts';
import { serveByWebSocket } from '../../agents/webSocketAgent.ts';
import { isLongRun } from '../../tools/sized.ts';
import { eventually, startSession } from './fakeAgents.ts';
import { describeGatewayScenarios } from './gatewayScenarioTests.ts';
import { useWorkbench } from './rig.ts';

const served = await serveByWebSocket({
	capabilities: { loadSession: true },
	on: {
		'session/prompt': [{ text: 'I hear you.' }],
		'session/prompt#2': [{ text: 'Working' }, { waitCancel: true }],
	},
});
const line = await switchableLine(served.url);
const gateway = await PioneerGateway.start();
const scenarios = await ScenarioGateway.start();

const open = useWorkbench({
	machineSettings: {
		'acpHost.agents': {
			Far: { url: line.url, headers: { 'X-Who': 'me' } },
			Gateway: { url: gateway.url, protocol: 'pioneer' },
			'Asking Gateway': { url: scenarios.gateway.url, protocol: 'pioneer' },
		},
	},
});
after(async () => {
	await line.stop();
	await served.stop();
	await gateway.close();
	await scenarios.gateway.close();
});

describe('an agent at an address', () => {
	it('is approved, gets its headers, and answers [hazard F3]', async () => {
		await startSession(open(), 'Far');
		const { chat } = open();
		await chat.send('hello');
		await (await chat.articles(/.*/u)).filter({ hasText: 'I hear you.' }).first().waitFor();
		await chat.waitForStatus('Ready');
		assert.equal(served.headers[0]?.['x-who'], 'me');
		assert.equal(served.sockets.length, 1);
	});

	it('whose line breaks in a turn is sought again, which the user sees and can hurry [hazard B12]', async () => {
		const { chat } = open();
		await chat.send('go on');
		await (await chat.articles(/.*/u)).filter({ hasText: 'Working' }).first().waitFor();
		await line.down();
		await chat.waitForStatus('Connection lost');
		assert.match(await chat.transcriptText(), /The connection to Far broke/u);
		await (await chat.button('Reconnect Now')).first().waitFor();
		await open().screenshot('remote-lost');
		await line.up();
		await (
			await chat.button('Reconnect Now')
		)
			.first()
			.click()
			.catch(() => undefined);
		await chat.waitForStatus('Ready', 60_000);
		await eventually(
			async () => (await chat.button('Reconnect Now')).count(),
			(count) => count === 0,
		);
		await chat.send('and again');
		await (await chat.articles(/.*/u)).filter({ hasText: 'I hear you.' }).last().waitFor();
		await chat.waitForStatus('Ready');
		const text = await chat.transcriptText();
		assert.equal(text.split('go on').length - 1, 1, text);
	});

	it('may be a gateway that speaks no ACP: it looks and works the same', async () => {
		await startSession(open(), 'Gateway');
		const { chat } = open();
		await chat.send('Run the tests');
		await chat.waitForText('All green.');
		await chat.waitForStatus('Ready');
		const card = await chat.articles(/npm test/u);
		await card.first().waitFor();
		await open().screenshot('gateway');
		await chat.send('fail');
		await chat.waitForText(/the model is gone/u);
		await chat.send('slow');
		await (await chat.button('Stop')).first().click();
		await chat.waitForStatus('Ready');
		if (isLongRun) await open().reload();
		await chat.waitForText('All green.');
		await chat.send('Once more');
		await eventually(
			async () => (await chat.transcriptText()).split('All green.').length - 1,
			(count) => count === 2,
		);
		await chat.waitForStatus('Ready');
		assert.deepEqual(
			gateway.refused.filter(({ method }) => !probes.has(method)),
			[],
		);
	});
});

describeGatewayScenarios(open, 'Asking Gateway', scenarios);

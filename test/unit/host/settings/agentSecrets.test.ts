/** What of an agent's environment is kept out of its logs and of its stored conversations. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Redactor } from '../../../../src/node/redact.ts';
import { parseAgents, resolveVariables } from '../../../../src/host/settings/agentDefinition.ts';
import { redactorOf, secretsOfAgent } from '../../../../src/host/settings/agentSecrets.ts';
import type { ProgramDefinition } from '../../../../src/host/settings/agentDefinition.ts';
import type { ConfiguredMcpServer } from '../../../../src/host/settings/mcpDefinition.ts';

function agentWith(env: Readonly<Record<string, string>>): ProgramDefinition {
	const [agent] = parseAgents({ Claude: { command: 'claude', env } }).agents;
	assert.ok(agent?.type === 'program');
	return agent;
}

/** In its logs, where the variables are put in, and in its conversations. */
function both(agent: ProgramDefinition, entered: Readonly<Record<string, string>> = {}): readonly Redactor[] {
	const { HOME = '/home/me' } = process.env;
	const running = resolveVariables(agent, '/ws', { HOME });
	return [
		redactorOf({ ...running, entered }, []),
		new Redactor(secretsOfAgent(agent, Object.values(entered), [])),
	];
}

describe('the environment of an agent', () => {
	it('does not take ordinary words and the home directory out of what is written down', () => {
		const agent = agentWith({
			DISABLE_TELEMETRY: 'true',
			RUNTIME: 'node',
			MODEL: 'sonnet',
			CONFIG_DIR: '${userHome}',
			CACHE: '${userHome}/.cache',
			BASE_URL: 'https://api.example.com/v1',
		});
		const text = `true: node runs sonnet of https://api.example.com/v1 in ${process.env['HOME']}/.cache/x`;
		for (const redactor of both(agent)) assert.equal(redactor.text(text), text);
	});

	it('hides 25 secrets under names that say nothing, and one under a name that does [hazard F5]', () => {
		const secrets = Array.from({ length: 25 }, (_none, n) => `env${n}q7Zp${(n * 7919 + 31).toString(36)}Wx`);
		const env = Object.fromEntries(secrets.map((secret, n) => [`SETTING_${n}`, secret]));
		for (const redactor of both(agentWith({ ...env, MY_TOKEN: 'hunter' }))) {
			const text = redactor.text(`${secrets.join(' ')} hunter`);
			for (const secret of [...secrets, 'hunter']) assert.ok(!text.includes(secret), secret);
		}
	});

	it('hides what stands under telling names in the environment that it inherits, and no more of it [hazard F5]', (t) => {
		for (const [name, value] of [
			['OTHER_API_KEY', 'open-sesame'],
			['SOME_COMMIT', '3f786850e387550fdab836ed7e6dc881de23001b'],
			['PWD', '/work'],
		] as const) {
			const before = process.env[name];
			process.env[name] = value;
			t.after(() => (before === undefined ? delete process.env[name] : (process.env[name] = before)));
		}
		for (const redactor of both(agentWith({}))) {
			const text = 'open-sesame at 3f786850e387550fdab836ed7e6dc881de23001b in /work';
			assert.equal(redactor.text(text), text.replace('open-sesame', '[redacted]'));
		}
	});

	it('hides what its command line gives it to log in with [hazard F5]', () => {
		const args = [
			'-y',
			'an-agent',
			'--api-key',
			'hunter1',
			'--token=hunter2',
			'-H',
			'Authorization: Bearer hunter3',
		];
		const { agents } = parseAgents({
			Claude: { command: 'npx', args: [...args, 'https://me:hunter4@x.example/', '--model', 'sonnet'] },
		});
		for (const redactor of agents.flatMap((agent) => (agent.type === 'program' ? both(agent) : []))) {
			const text = redactor.text('an-agent sonnet hunter1 hunter2 hunter3 hunter4 --model');
			assert.equal(text, 'an-agent sonnet [redacted] [redacted] [redacted] [redacted] --model');
		}
	});

	it('hides what its sessions pass to it for tool servers [hazard F5]', () => {
		const given: readonly ConfiguredMcpServer[] = [
			{
				type: 'http',
				name: 'far',
				url: 'https://me:hunter%401@x.example/mcp?api_key=hunter2&mode=plain',
				headers: { Accept: 'application/json', 'X-Part': 'hunter3', Authorization: 'Bearer hunter4' },
			},
			{
				type: 'stdio',
				name: 'near',
				command: 'x',
				args: ['--token', 'hunter5'],
				env: { MY_KEY: 'hunter6', A: 'b' },
			},
		];
		const agent = agentWith({});
		for (const redactor of [redactorOf(agent, given), new Redactor(secretsOfAgent(undefined, [], given))]) {
			const text = redactor.text(
				'hunter%401 hunter@1 hunter2 hunter3 hunter4 hunter5 hunter6 plain application/json',
			);
			assert.doesNotMatch(text, /hunter/u);
			assert.match(text, /plain application\/json$/u);
		}
	});

	it('hides all that comes out of the secret storage, also a word under a name that says nothing [hazard F5]', () => {
		for (const redactor of both(agentWith({}), { ACCOUNT: 'sesame' })) {
			assert.equal(redactor.text('open sesame'), 'open [redacted]');
		}
	});
});

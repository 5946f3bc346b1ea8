/** What of an agent's environment is kept out of its logs and of its stored conversations. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Redactor } from '../../../../src/node/redact.ts';
import { parseAgents, resolveVariables } from '../../../../src/host/settings/agentDefinition.ts';
import { redactorOf, secretsOfAgent } from '../../../../src/host/settings/agentSecrets.ts';
import type { AgentDefinition } from '../../../../src/host/settings/agentDefinition.ts';

function agentWith(env: Readonly<Record<string, string>>): AgentDefinition {
	const [agent] = parseAgents({ Claude: { command: 'claude', env } }).agents;
	assert.ok(agent !== undefined);
	return agent;
}

/** In its logs, where the variables are put in, and in its conversations. */
function both(agent: AgentDefinition, entered: Readonly<Record<string, string>> = {}): readonly Redactor[] {
	const { HOME = '/home/me' } = process.env;
	const running = resolveVariables(agent, '/ws', { HOME });
	return [redactorOf({ ...running, entered }), new Redactor(secretsOfAgent(agent, entered))];
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

	it('hides all that comes out of the secret storage, also a word under a name that says nothing [hazard F5]', () => {
		for (const redactor of both(agentWith({}), { ACCOUNT: 'sesame' })) {
			assert.equal(redactor.text('open sesame'), 'open [redacted]');
		}
	});
});

/** What an agent is started with: which of the settings and of what was entered at a login counts. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Approvals } from '../../../../src/host/agents/approvals.ts';
import type { ProgramDefinition } from '../../../../src/host/settings/agentDefinition.ts';
import type { Settings } from '../../../../src/host/settings/settings.ts';
import { only } from '../../only.ts';
import { useVscode } from '../fakeVscode.ts';

const { AgentAdmission } = await import('../../../../src/host/agents/agentAdmission.ts');

/** The environment of an agent of which the settings and a login say this. */
async function admittedEnv(env: Record<string, string>, entered: Record<string, string>): Promise<object> {
	useVscode({ workspace: { isTrusted: true } });
	const definition: ProgramDefinition = {
		type: 'program',
		name: 'One',
		command: 'one',
		args: [],
		env,
		protocol: 1,
		isBuiltIn: false,
	};
	const admission = new AgentAdmission({
		settings: only<Settings>({ agent: () => definition }),
		approvals: only<Approvals>({ isApproved: () => true }),
		enteredEnv: () => Promise.resolve(entered),
		access: () => assert.fail('It is at no address.'),
	});
	const admitted = await admission.admit('One', '/folder');
	assert.ok(admitted.type === 'program');
	return admitted.env;
}

it('starts an agent with a key that was entered where the settings name a variable that is not set', async () => {
	const env = { KEY: '${env:ACP_HOST_TEST_UNSET}', OTHER: '' };
	assert.deepEqual(await admittedEnv(env, { KEY: 'entered' }), { KEY: 'entered', OTHER: '' });
});

it('starts an agent with the key of the settings where they have one', async () => {
	assert.deepEqual(await admittedEnv({ KEY: 'configured' }, { KEY: 'entered', MORE: 'm' }), {
		KEY: 'configured',
		MORE: 'm',
	});
});

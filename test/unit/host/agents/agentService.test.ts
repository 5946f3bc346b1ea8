import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import type { AgentLogs } from '../../../../src/host/agents/agentLogs.ts';
import type { AgentServiceParts } from '../../../../src/host/agents/agentService.ts';
import type { Approvals } from '../../../../src/host/agents/approvals.ts';
import type { Settings } from '../../../../src/host/settings/settings.ts';
import { useVscode } from '../fakeVscode.ts';
import { only } from '../../only.ts';

/** All that is asked of VS Code here: whether the workspace is trusted. */
const vscode = { workspace: { isTrusted: true } };
const { AgentService } = await import('../../../../src/host/agents/agentService.ts');

it('starts no agent for a window that goes away while it is asked for one [hazard B1]', async () => {
	useVscode(vscode);
	const asked = Promise.withResolvers<void>();
	const entered = Promise.withResolvers<Record<string, string>>();
	const started: string[] = [];
	const service = new AgentService(
		only<AgentServiceParts>({
			settings: only<Settings>({
				agent: () => ({
					type: 'program',
					name: 'One',
					command: 'one',
					args: [],
					env: {},
					protocol: 1,
					isBuiltIn: false,
				}),
			}),
			approvals: only<Approvals>({ isApproved: () => true }),
			enteredEnv: () => {
				asked.resolve();
				return entered.promise;
			},
			logs: only<AgentLogs>({
				channel: (name) => {
					started.push(name);
					throw new Error('It is started.');
				},
			}),
		}),
	);
	const lease = service.sourceFor('One', '/folder').acquire();
	await asked.promise;
	await service.stopAll();
	entered.resolve({});
	await assert.rejects(lease, (error) => AgentError.is(error, 'exited'));
	await assert.rejects(service.sourceFor('One', '/folder').acquire(), AgentError);
	assert.deepEqual(started, []);
});

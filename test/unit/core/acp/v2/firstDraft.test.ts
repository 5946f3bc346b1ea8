/** The handshake of the first draft of version 2, and the requests that it has in the words of version 1 (shape A). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../../src/core/base/json.ts';
import { readInitialized } from '../../../../../src/core/acp/v2/initialize.ts';
import { fullOffer, setup } from '../support.ts';
import { attachedV2, connectedV2, refusal, sentBy } from './supportV2.ts';

const agentInfo = { name: 'drafty', version: '0.1.0', title: 'Drafty' };
const authMethods = [{ id: 'web', name: 'In the browser', type: 'agent' }];
const session = { prompt: { image: {} }, mcp: { stdio: {} }, load: {}, list: {} };
const read = (answer: JsonObject): ReturnType<typeof readInitialized> =>
	readInitialized({ protocolVersion: 2, ...answer }, { offer: fullOffer, unstable: new Set() });

describe('an agent of the first draft of version 2', () => {
	it('says who it is as in version 1, and what it can by a capability for each [acp C204]', () => {
		const { info, capabilities, isFirstDraft, ...rest } = read({
			agentInfo,
			capabilities: { session, auth: { logout: {} } },
			authMethods,
		});
		assert.deepEqual(info, agentInfo);
		assert.equal(isFirstDraft, true);
		assert.deepEqual(rest.authMethods, [{ id: 'web', name: 'In the browser', type: 'agent' }]);
		const { sessions, loadSession, listSessions, resumeSession, closeSession, logout } = capabilities;
		assert.deepEqual([sessions, loadSession, listSessions, logout], [true, true, true, true]);
		assert.deepEqual([resumeSession, closeSession], [false, false]);
		assert.deepEqual([capabilities.promptImage, capabilities.mcpStdio], [true, true]);
	});

	it('is known also without its name, by a capability that only the draft has', () => {
		for (const capabilities of [
			{ session: { load: {} } },
			{ session: { resume: {} } },
			{ session: {}, auth: { logout: {} } },
		]) {
			assert.equal(read({ capabilities }).isFirstDraft, true);
		}
	});

	it('is none where the newest handshake stands, whatever stands beside it', () => {
		const info = { name: 'new', version: '1' };
		for (const answer of [
			{ info, capabilities: { session: {} } },
			{ info, agentInfo, capabilities: { session } },
			{ capabilities: { session: {} } },
			{ capabilities: { session: { load: true, resume: null } } },
		]) {
			const { isFirstDraft, capabilities } = read(answer);
			assert.equal(isFirstDraft, false);
			assert.deepEqual([capabilities.loadSession, capabilities.resumeSession], [true, true]);
			assert.equal(capabilities.logout, false);
		}
	});

	it('has its history loaded, with what comes before the answer [acp C33] [acp C46]', async () => {
		const answer = { capabilities: { session: { ...session, resume: {} } } };
		const { agent, wire, target } = await attachedV2({ isFirstDraft: true, answer });
		const said = {
			sessionUpdate: 'agent_message',
			messageId: 'a',
			content: [{ type: 'text', text: 'Before.' }],
		};
		wire.answers.set('session/load', () => {
			wire.update('old', said);
			return null;
		});
		agent.attach('old', target);
		assert.deepEqual(await agent.loadSession('old', setup('/work')), { sessionId: 'old', options: {} });
		assert.deepEqual(
			target.events.map(({ type }) => type),
			['message'],
		);
		assert.deepEqual(wire.sent, [
			{ method: 'session/load', params: { sessionId: 'old', cwd: '/work', mcpServers: [] } },
		]);
	});

	it('is asked for nothing that it did not advertise [acp C20]', async () => {
		const answer = { capabilities: { session: {} }, authMethods };
		const { agent, wire } = await connectedV2({ isFirstDraft: true, answer });
		const calls = [
			() => agent.loadSession('old', setup('/work')),
			() => agent.resumeSession('old', setup('/work')),
			() => agent.closeSession('old'),
			() => agent.listSessions({}),
			() => agent.logout(),
		];
		for (const call of calls) assert.equal(await refusal(call()), 'unsupported');
		assert.deepEqual(wire.sent, []);
	});

	it('is logged in to and out of in the words of version 1 [acp C24] [acp C25]', async () => {
		const answer = { capabilities: { session: {}, auth: { logout: {} } }, authMethods };
		const connection = await connectedV2({ isFirstDraft: true, answer });
		const { agent, wire } = connection;
		wire.answers.set('authenticate', () => null).set('logout', () => ({}));
		assert.equal(await refusal(agent.authenticate('other')), 'unsupported');
		await agent.authenticate('web');
		await agent.logout();
		assert.deepEqual(sentBy(connection, 'authenticate'), [{ methodId: 'web' }]);
		assert.deepEqual(sentBy(connection, 'logout'), [{}]);
		assert.equal(wire.sent.length, 2);
	});
});

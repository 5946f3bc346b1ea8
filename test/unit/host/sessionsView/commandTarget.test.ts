import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandTargetOf } from '../../../../src/host/sessionsView/commandTarget.ts';
import type { HostedSession } from '../../../../src/host/sessions/hostedSession.ts';

// Only which of them it is counts here.
const [active, other] = [{}, {}] as [HostedSession, HostedSession];

function targetOf(argument: unknown, focused?: unknown) {
	const sessions = { byKey: (key: string) => (key === 'other' ? other : undefined) };
	const tree = { focused: () => Promise.resolve(focused) };
	return commandTargetOf({ sessions, panels: { onShow: active }, tree }, argument);
}

describe('what a command of sessions is about', () => {
	const node = { type: 'hosted', agent: 'A', key: 'other' };

	it('is the row of a menu, the row of a key, or the session on show', async () => {
		assert.deepEqual(await targetOf(node), { type: 'hosted', hosted: other });
		assert.deepEqual(await targetOf([undefined, null], node), { type: 'hosted', hosted: other });
		assert.deepEqual(await targetOf(undefined), { type: 'hosted', hosted: active });
	});

	it('is never the session on show for a key whose row is not known or is no session', async () => {
		for (const row of [undefined, null, 'other', { type: 'agent', agent: 'A', hasSessions: true }])
			assert.equal(await targetOf([row], row), undefined);
	});
});

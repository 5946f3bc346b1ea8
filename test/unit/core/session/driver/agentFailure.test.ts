/** What a failure says to the user, and what can be done next. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError, type AgentErrorReason } from '../../../../../src/core/base/errors.ts';
import { failureNotice } from '../../../../../src/core/session/driver/agentFailure.ts';
import { said } from '../../../../../src/core/view/sayings.ts';

const answered = (code: number): AgentError => new AgentError('answered', 'Why it failed.', { code });

describe('a failure', () => {
	it('says by its code what it means, with the agent’s own reason below', () => {
		const titles: [number, RegExp, string[]][] = [
			[-32601, /cannot do that/u, ['show_log']],
			[-32602, /did not accept/u, ['show_log']],
			[-32603, /reported an error/u, ['show_log']],
			[-32002, /does not know this session/u, ['restart', 'new_session', 'show_log']],
			[401, /refused the login/u, ['login', 'show_log']],
			[429, /takes no more requests/u, ['show_log']],
			[500, /has a problem/u, ['show_log']],
			[12345, /reported an error/u, ['show_log']],
		];
		for (const [code, title, actions] of titles) {
			const notice = failureNotice('Fake', answered(code));
			assert.match(said(notice.title), title, String(code));
			assert.equal(notice.detail, 'Why it failed.');
			assert.deepEqual(notice.actions, actions, String(code));
		}
	});

	it('leads to the secret where that is not taken', () => {
		const notice = failureNotice('Fake', new AgentError('secretRefused', 'It said no.', { code: 401 }));
		assert.deepEqual(notice.actions, ['enter_secret', 'open_settings', 'show_log']);
	});

	it('has a sentence that names the agent for each reason', () => {
		const reasons: AgentErrorReason[] = [
			'spawn',
			'exited',
			'protocol',
			'timeout',
			'tooLarge',
			'notReading',
			'denied',
			'secretRefused',
			'unsupported',
		];
		const titles = reasons.map((reason) => said(failureNotice('Fake', new AgentError(reason, 'x')).title));
		for (const title of titles) assert.match(title, /^Fake /u);
		assert.equal(new Set(titles).size, titles.length);
	});
});

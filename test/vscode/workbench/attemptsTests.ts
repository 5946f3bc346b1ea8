/** What an agent tries again, and what is left of a quota, in the real workbench: live, stopped, and after a reload. */
import { describe, it } from 'node:test';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { isLongRun, sized } from '../../tools/sized.ts';
import { fakeAgents, startSession } from './fakeAgents.ts';
import type { Workbench } from './workbench.ts';

const retry = (number: number): Step => ({
	update: {
		sessionUpdate: 'session_info_update',
		_meta: {
			codex: {
				error: {
					message: `Reconnecting... ${number}/3`,
					codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: null } },
					additionalDetails: 'The line was cut',
					willRetry: true,
				},
			},
		},
	},
});

const scripts: Record<string, FakeAgentScript> = {
	Retrying: {
		on: {
			'session/prompt': [
				retry(1),
				retry(2),
				{
					update: {
						sessionUpdate: 'usage_update',
						used: 12_345,
						size: 200_000,
						_meta: {
							'_claude/rateLimit': {
								status: 'allowed_warning',
								rateLimitType: 'five_hour',
								utilization: 0.92,
								resetsAt: 4_000_000_000,
							},
						},
					},
				},
				{ text: 'The line is back.' },
			],
			'session/prompt#2': [retry(1), { waitCancel: true }],
		},
	},
};

export const attemptsSettings = fakeAgents(scripts);

/** @param open the window; its agents are those above, among others. Reloads it. */
export function describeAttempts(open: () => Workbench): void {
	describe('what an agent tries again', () => {
		it(`is one line that recovers${sized(', is there after a reload,', '')} and stops with the turn`, async () => {
			const { chat } = open();
			await startSession(open(), 'Retrying');
			await chat.send('go');
			await chat.waitForText('The line is back.');
			const recovered = 'Recovered after attempt 2 · network error';
			await (await chat.articles(recovered)).waitFor();
			await (await chat.frame()).getByRole('meter', { name: 'Quota: 92 % used' }).waitFor();
			await chat.waitForStatus('Ready');
			await open().screenshot('attempts-recovered');
			await chat.send('again');
			await (await chat.articles('Attempt 1 of 3 · network error')).waitFor();
			await (await chat.button('Stop')).first().click();
			await (await chat.articles('Stopped at attempt 1 · network error')).waitFor();
			await chat.waitForStatus('Ready');
			if (!isLongRun) return;
			await open().reload();
			await chat.waitForStatus(/Ready/u);
			await (await chat.articles(recovered)).waitFor();
			await (await chat.articles('Stopped at attempt 1 · network error')).waitFor();
		});
	});
}

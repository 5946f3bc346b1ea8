/** Requests that fail and are sent again, and what is left of a quota: told in `_meta`, as codex-acp and claude-agent-acp do. */
import type { Script } from '../script.ts';

const mostRetries = 3;
/** How long the pretended subagent waits before it tries again, in chunks. */
const chunksOfWait = 100;

export const retry: Script = {
	name: 'retry',
	description: 'Loses the line to its model and tries again, then shows what is left of its quota',
	hint: 'or "fail", to see it give up',
	async run(turn, args) {
		const hasToFail = /^fail/i.test(args);
		for (let attempt = 1; attempt <= (hasToFail ? mostRetries : 2); attempt++) {
			await turn.sendOnly({
				sessionUpdate: 'session_info_update',
				_meta: {
					codex: {
						error: {
							message: `Reconnecting... ${attempt}/${mostRetries}`,
							codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: null } },
							additionalDetails: 'The demo line was cut. There is none, of course.',
							willRetry: true,
						},
					},
				},
			});
			await turn.pause(40);
		}
		if (hasToFail) {
			const codex = { threadStatus: { type: 'systemError' } };
			await turn.sendOnly({ sessionUpdate: 'session_info_update', _meta: { codex } });
			await turn.say('The line to my model is gone, so I gave up. `/retry` shows how it recovers.');
			return;
		}
		await turn.say('The line is back. A subagent of mine has less luck with its first request:');
		const toolCallId = await turn.startTool({
			title: 'Look around',
			kind: 'think',
			status: 'in_progress',
		});
		const subagentRetry = {
			agent_id: 'demo',
			attempt: 2,
			max_retries: mostRetries,
			retry_delay_ms: chunksOfWait * turn.pace,
			error_status: 429,
			error_category: 'rate_limit',
		};
		const claudeCode = { toolName: 'Agent', toolResponse: { subagentType: 'demo', subagentRetry } };
		await turn.sendOnly({
			sessionUpdate: 'tool_call_update',
			toolCallId,
			status: 'in_progress',
			_meta: { claudeCode },
		});
		await turn.pause(chunksOfWait);
		// A beat without the retry says that the request went through.
		await turn.sendOnly({
			sessionUpdate: 'tool_call_update',
			toolCallId,
			_meta: { claudeCode: { toolName: 'Agent', toolResponse: { subagentType: 'demo' } } },
		});
		await turn.pause(20);
		await turn.updateTool(toolCallId, { status: 'completed' });
		await turn.sendOnly({
			...turn.session.usage.update,
			_meta: { '_claude/rateLimit': quotaAt(Math.floor(Date.now() / 1000)) },
		});
		await turn.say('It is done as well. Beside the tokens you see what is left of my pretended quota.');
	},
};

/** @param now seconds since 1970 */
function quotaAt(now: number): object {
	const hour = 60 * 60;
	return {
		status: 'allowed_warning',
		rateLimitType: 'five_hour',
		utilization: 0.92,
		resetsAt: now + 2 * hour,
		unifiedWindows: {
			five_hour: { utilization: 0.92, resetsAt: now + 2 * hour },
			seven_day: { utilization: 0.41, resetsAt: now + 75 * hour },
		},
	};
}

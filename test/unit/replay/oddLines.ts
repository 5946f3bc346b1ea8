/** What a recorded agent says beyond the protocol: the only lines that its replay may put into the log. */
import type { Recording } from '../core/acp/support.ts';

/** The lines of one recording. Each is a vendor's own message, ignored as the protocol asks (acp C117). */
export function oddLines({ name, messages }: Recording): string[] {
	// docs/agents-in-the-wild.md#methods-outside-of-the-protocol
	if (name.startsWith('qwen')) {
		const own = messages.filter(
			({ dir, msg }) => dir === 'in' && /^(craft|qwen)\//u.test(String(msg['method'])),
		);
		return own.map(({ msg }) =>
			'id' in msg
				? `Refused request "${String(msg['method'])}"`
				: `Ignored notification "${String(msg['method'])}"`,
		);
	}
	const tellsStatus = name.startsWith('claude-agent-acp') || name.startsWith('codex-acp');
	return tellsStatus ? ['Ignored notification "_auth/status_update"'] : [];
}

import { AgentError } from '../base/errors.ts';
import { t } from '../base/l10n.ts';

/** Starts at a root: POSIX, a drive of Windows, or a network share. */
const absolute = /^(?:\/|[A-Za-z]:[\\/]|\\\\[^\\/])/u;

/**
 * The path, if it may go to an agent (acp C9).
 * @throws AgentError `denied` for a relative one: the agent would take it from a directory of its own
 */
export function requireAbsolute(path: string): string {
	if (absolute.test(path)) return path;
	throw new AgentError('denied', t('The directory is not absolute, so it was not sent: {0}', path));
}

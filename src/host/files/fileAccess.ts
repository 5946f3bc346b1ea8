import { type AbortSignal, neverAborted } from '../../core/base/abortSignal.ts';
import { t } from '../../core/base/l10n.ts';
import { ServiceError } from '../../core/base/errors.ts';
import type { PermissionOutcome, PermissionRequest } from '../../core/session/model/permission.ts';
import { checkPath } from '../../node/pathGuard.ts';
import { rootsOf } from '../common/workspaceFolders.ts';

type Ask = (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionOutcome>;

/**
 * Decides which paths an agent may use; outside of the workspace it asks, and no answer means no
 * (docs/decisions/files.md).
 */
export class FileAccess {
	readonly #cwd: string;
	readonly #ask: Ask;

	/**
	 * @param cwd the session's directory, absolute
	 * @param ask shows a permission in the session
	 */
	constructor(cwd: string, ask: Ask) {
		this.#cwd = cwd;
		this.#ask = ask;
	}

	/**
	 * @param signal withdraws the question
	 * @returns the path to use, with links resolved
	 * @throws ServiceError `invalid` or `denied`
	 */
	async require(
		purpose: 'read' | 'write',
		path: string,
		signal: AbortSignal = neverAborted,
	): Promise<string> {
		const verdict = await checkPath(path, rootsOf(this.#cwd));
		switch (verdict.type) {
			case 'inside':
				return verdict.canonical;
			case 'invalid':
				throw new ServiceError('invalid', verdict.reason, path);
			case 'sensitive':
				// Reading what configures an editor or an agent is harmless; writing it can give the machine away.
				if (purpose === 'read') return verdict.canonical;
				return this.#askFor(
					purpose,
					verdict.canonical,
					t('It configures your editor, an agent or version control.'),
					signal,
				);
			case 'outside':
				return this.#askFor(purpose, verdict.canonical, t('It is outside of the workspace.'), signal);
		}
	}

	async #askFor(purpose: 'read' | 'write', path: string, why: string, signal: AbortSignal): Promise<string> {
		const request: PermissionRequest = {
			title: purpose === 'read' ? t('Read {0}', path) : t('Write {0}', path),
			description: why,
			subject: { type: 'file', purpose, path },
			options: [
				{ optionId: 'reject', name: t('Reject'), kind: 'reject_once' },
				{
					optionId: 'allow',
					name: purpose === 'read' ? t('Allow this read') : t('Allow this write'),
					kind: 'allow_once',
				},
			],
		};
		const outcome = await this.#ask(request, signal);
		if (signal.aborted) throw new ServiceError('failed', 'The request was withdrawn.', path);
		if (outcome.type === 'selected' && outcome.optionId === 'allow') return path;
		throw new ServiceError('denied', `The user does not allow to ${purpose} ${path}.`, path);
	}
}

import { type AbortSignal, neverAborted } from '../../core/base/abortSignal.ts';
import { t } from '../../core/base/l10n.ts';
import { ServiceError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import type {
	PermissionOutcome,
	PermissionRequest,
	PermissionSubject,
} from '../../core/session/model/permission.ts';
import { checkPath } from '../../node/pathGuard.ts';
import { rootsOf } from '../common/workspaceFolders.ts';

export type Ask = (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionOutcome>;
/** Whether a rule of the user denies it. */
export type IsDenied = (subject: PermissionSubject) => Promise<boolean>;

/** What an agent wants to do with a file. */
interface Asked {
	readonly purpose: 'read' | 'write';
	readonly text: string | undefined;
	readonly signal: AbortSignal;
}

/**
 * Decides which paths an agent may use; outside of the workspace it asks, and no answer means no
 * (docs/decisions/files.md). What a rule of the user denies is denied inside as well, where the agent need not ask.
 */
export class FileAccess {
	readonly #cwd: string;
	readonly #ask: Ask;
	readonly #isDenied: IsDenied;

	/**
	 * @param cwd the session's directory, absolute
	 * @param ask shows a permission in the session, which a rule may answer
	 */
	constructor(cwd: string, ask: Ask, isDenied: IsDenied = async () => false) {
		this.#cwd = cwd;
		this.#ask = ask;
		this.#isDenied = isDenied;
	}

	/**
	 * @param signal withdraws the question
	 * @param text what is to be written, for the question to show
	 * @returns the path to use, with links resolved
	 * @throws ServiceError `invalid` or `denied`
	 */
	async require(
		purpose: 'read' | 'write',
		path: string,
		signal: AbortSignal = neverAborted,
		text?: string,
	): Promise<string> {
		const verdict = await checkPath(path, rootsOf(this.#cwd));
		if (verdict.type === 'invalid') throw new ServiceError('invalid', verdict.reason, path);
		const { canonical } = verdict;
		const asked = { purpose, text, signal };
		// Whichever of its names a rule denies is asked about by that name: then no other rule allows it by the other one.
		for (const name of [path, canonical]) {
			if (!(await this.#isDenied({ type: 'file', purpose, path: name }))) continue;
			await this.#askFor(name, t('A permission rule denies it.'), asked);
			return canonical;
		}
		if (verdict.type === 'outside')
			await this.#askFor(canonical, t('It is outside of the workspace.'), asked);
		// Reading what configures an editor or an agent is harmless; writing it can give the machine away.
		else if (verdict.type === 'sensitive' && purpose === 'write')
			await this.#askFor(canonical, t('It configures your editor, an agent or version control.'), asked);
		return canonical;
	}

	/** @throws ServiceError where the answer is not that it is allowed */
	async #askFor(path: string, why: string, { purpose, text, signal }: Asked): Promise<void> {
		const most = limits.toolOutputChars;
		const isCut = text !== undefined && text.length > most;
		const request: PermissionRequest = {
			title: purpose === 'read' ? t('Read {0}', path) : t('Write {0}', path),
			description: isCut
				? `${why}\n${t('Too long to be shown whole: the first {0} of {1} characters.', most, text.length)}`
				: why,
			subject: { type: 'file', purpose, path, ...(text === undefined ? {} : { text: text.slice(0, most) }) },
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
		if (outcome.type === 'selected' && outcome.optionId === 'allow') return;
		throw new ServiceError('denied', `The user does not allow to ${purpose} ${path}.`, path);
	}
}

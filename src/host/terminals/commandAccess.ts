import { t } from '../../core/base/l10n.ts';
import { ServiceError } from '../../core/base/errors.ts';
import { neverAborted } from '../../core/base/abortSignal.ts';
import type { Ask, IsDenied } from '../files/fileAccess.ts';

/**
 * An agent asks for permission before it has us run a command, or need not. What a rule of the user denies does not run
 * in either case.
 * @param ask shows a permission in the session, which the rule answers
 * @throws ServiceError `denied`
 */
export async function requireCommand(
	{ command, cwd }: { readonly command: string; readonly cwd: string },
	ask: Ask,
	isDenied: IsDenied,
): Promise<void> {
	const subject = { type: 'command', command, cwd } as const;
	if (!(await isDenied(subject))) return;
	const outcome = await ask(
		{
			title: t('Run a command'),
			description: t('A permission rule denies it.'),
			subject,
			options: [
				{ optionId: 'reject', name: t('Reject'), kind: 'reject_once' },
				{ optionId: 'allow', name: t('Run it'), kind: 'allow_once' },
			],
		},
		neverAborted,
	);
	if (outcome.type !== 'selected' || outcome.optionId !== 'allow')
		throw new ServiceError('denied', `The user does not allow to run ${command}.`, command);
}

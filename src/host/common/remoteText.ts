import { t } from '../../core/base/l10n.ts';

/** Why a file that an agent names is not opened: to look at it would tell another machine who we are (hazard D11). */
export function remoteText(path: string): string {
	return t(
		'{0} is on another computer, and to look at it tells that computer who you are. ACP Host does not do that for an agent: open it yourself if you trust that computer.',
		path,
	);
}

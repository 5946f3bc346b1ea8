/** How Git has moved since a checkpoint, and the commands that would undo that, for the user to run. Pure. */
import { t } from '../../core/base/l10n.ts';
import type { GitHead, GitMovement } from '../../core/changes/checkpoints/gitPoint.ts';
import { visibleText } from '../../core/view/visibleText.ts';

/** Of a branch and of a commit. */
const [branchChars, commitChars] = [40, 7];
/** More are at the top of the list of Git itself. */
const mostStashes = 16;

/** One line; untrusted names are shown as text. @param name of the repository, where that is not clear */
export function movementText(movement: GitMovement, name = ''): string {
	if (movement.isUnknown === true) {
		return name === ''
			? t('Whether Git has moved since cannot be told')
			: t('Whether Git has moved since in {0} cannot be told', visibleText(name));
	}
	const { head, added = 0, gone = [], isIndexChanged } = movement;
	const parts = [
		head === undefined ? '' : `${headText(head.before)} → ${headText(head.after)}`,
		added === 0 ? '' : added === 1 ? t('1 stash more') : t('{0} stashes more', added),
		gone.length === 0 ? '' : gone.length === 1 ? t('1 stash less') : t('{0} stashes less', gone.length),
		isIndexChanged === true ? t('something else is staged') : '',
	];
	const what = parts.filter((part) => part !== '').join(' · ');
	return name === ''
		? t('Git has moved since: {0}', what)
		: t('Git has moved since in {0}: {1}', visibleText(name), what);
}

function headText({ branch, commit }: GitHead): string {
	const shown = commit?.slice(0, commitChars) ?? t('no commit');
	if (branch === undefined) return shown;
	const characters = Array.from(branch);
	const name = characters.length > branchChars ? `${characters.slice(0, branchChars).join('')}…` : branch;
	return `${visibleText(name)} ${shown}`;
}

export interface GitCommand {
	/** As it is written in any shell. */
	readonly command: string;
	readonly times: number;
	/** What it does. */
	readonly detail: string;
}

/** Words of ours, and names of theirs behind them. */
interface Step {
	readonly words: string;
	readonly names?: readonly string[];
	readonly detail: string;
	readonly times?: number;
}

/**
 * In the order in which they are run. What a shell could read as something else is left out.
 * @param folder of the repository; absent where a terminal stands in it
 */
export function undoCommands(movement: GitMovement, folder?: string): readonly GitCommand[] {
	// Git takes these on Windows, too, and shells read nothing else into them.
	const place = folder === undefined ? '' : quotedForShells(folder.replaceAll('\\', '/'));
	if (place === undefined) return [];
	const git = place === '' ? 'git' : `git -C ${place}`;
	const { head, added = 0, gone = [] } = movement;
	const stashes: readonly Step[] = gone.map((commit) => ({
		words: 'stash store',
		names: [commit],
		detail: t('Lists a stash again that has gone since'),
	}));
	const pop: Step = {
		words: 'stash pop',
		detail: t('Takes back what was stashed since'),
		times: Math.min(added, mostStashes),
	};
	const back = head === undefined ? [] : headSteps(head);
	return written(git, [...back, ...(added === 0 ? [] : [pop]), ...stashes]);
}

/** All of them or none: each is meant for what the one before has done. */
function written(git: string, steps: readonly Step[]): readonly GitCommand[] {
	const commands = steps.map(({ words, names = [], detail, times = 1 }) => {
		const quoted = names.map(quotedForShells);
		if (quoted.includes(undefined)) return undefined;
		return { command: [git, words, ...quoted].join(' '), times, detail };
	});
	const known = commands.filter((command) => command !== undefined);
	return known.length === steps.length ? known : [];
}

function headSteps({ before, after, oldBranch }: NonNullable<GitMovement['head']>): readonly Step[] {
	const { branch, commit } = before;
	// No command takes the first commit of all away.
	if (commit === undefined) return [];
	if (branch === undefined) {
		return [{ words: 'switch --detach', names: [commit], detail: t('Checks out the commit of then') }];
	}
	const back: Step = {
		words: 'reset',
		names: [commit],
		detail: t('The branch goes back to the commit of then; files stay as they are'),
	};
	if (branch === after.branch) return [back];
	if (oldBranch?.type === 'gone') {
		const detail = t('Makes the branch again that was checked out then');
		return [{ words: 'switch -c', names: [branch, commit], detail }];
	}
	const there: Step = { words: 'switch', names: [branch], detail: t('Checks out the branch of then') };
	return oldBranch === undefined || oldBranch.commit === commit ? [there] : [there, back];
}

/**
 * A name as `sh`, PowerShell and `cmd` all read it as itself.
 * @returns undefined where there is no such way to write it
 */
export function quotedForShells(name: string): string | undefined {
	if (name.startsWith('-') || visibleText(name) !== name) return undefined;
	if (/^[\p{L}\p{N}_./+:-]+$/u.test(name)) return name;
	// Each reads something into one of these even inside of quotes.
	const isPlain = /^[\p{L}\p{N}\x20-\x7e]+$/u.test(name) && !/["$`%!^\\]/u.test(name);
	return isPlain ? `"${name}"` : undefined;
}

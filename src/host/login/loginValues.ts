/** Asks for the values that an agent wants in its environment, or that its headers take. */
import * as vscode from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { AuthMethod, AuthVariable } from '../../core/session/model/auth.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { messageText } from '../common/displayText.ts';
import { openInBrowser } from '../common/openInBrowser.ts';
import { urlTarget } from '../common/urlTarget.ts';
import type { AgentDefinition } from '../settings/agentDefinition.ts';

type Asked = Pick<Extract<AuthMethod, { type: 'env_var' }>, 'vars' | 'link'>;

/** What all input boxes of one login have in common. */
interface Steps {
	readonly agentTitle: string;
	readonly link?: string;
	readonly count: number;
	readonly signal: AbortSignal;
}

/** @returns the values by variable, or undefined when the user gave up */
export async function askForValues(
	agentTitle: string,
	{ vars, link }: Asked,
	signal: AbortSignal,
): Promise<Readonly<Record<string, string>> | undefined> {
	const steps: Steps = { agentTitle, count: vars.length, signal, ...(isWebPage(link) ? { link } : {}) };
	const values: Record<string, string> = {};
	for (const [index, variable] of vars.entries()) {
		const value = await askFor(variable, index + 1, steps);
		if (value === undefined) return undefined;
		if (value !== '') values[variable.name] = value;
	}
	return values;
}

/**
 * What to say where the agent does not get what was entered, because the settings name the same variable.
 * @param definition what the agent is started with
 * @returns undefined where it gets all of it
 */
export function overruledText(
	definition: AgentDefinition,
	entered: Readonly<Record<string, string>>,
): string | undefined {
	if (definition.type === 'remote') return undefined;
	const { name: agentName, env } = definition;
	const names = Object.keys(entered).filter((name) => env[name] !== entered[name]);
	if (names.length === 0) return undefined;
	return t(
		'The settings give {0} a value that counts more than the one entered. Remove or correct it in acpHost.agents → "{1}" → env, then log in again.',
		names.join(', '),
		agentName,
	);
}

/** A name that the environment of a process can hold. */
export function isVariableName(name: string): boolean {
	return /^[^=\0\s]+$/u.test(name);
}

function askFor(variable: AuthVariable, step: number, steps: Steps): Promise<string | undefined> {
	return new Promise((resolve) => {
		const store = new DisposableStore();
		const input = store.add(vscode.window.createInputBox());
		const settle = (value: string | undefined): void => {
			store.dispose();
			resolve(value);
		};
		prepare(input, variable, step, steps);
		store.add(
			input.onDidAccept(() => {
				const value = input.value.trim();
				if (value !== '' || variable.isOptional) return settle(value);
				input.validationMessage = t('This value is needed. Press Escape to give up.');
			}),
		);
		store.add(input.onDidChangeValue(() => (input.validationMessage = undefined)));
		store.add(input.onDidTriggerButton(() => void openPage(steps.link)));
		store.add(input.onDidHide(() => settle(undefined)));
		const abort = (): void => settle(undefined);
		if (steps.signal.aborted) return abort();
		steps.signal.addEventListener('abort', abort, { once: true });
		store.add({ dispose: () => steps.signal.removeEventListener('abort', abort) });
		input.show();
	});
}

function prepare(input: vscode.InputBox, variable: AuthVariable, step: number, steps: Steps): void {
	input.title = visibleText(t('Log In to {0}', steps.agentTitle));
	input.prompt = visibleText(
		variable.label === undefined ? variable.name : `${variable.label} (${variable.name})`,
	);
	input.placeholder = variable.isOptional ? t('Leave it empty to skip it') : '';
	input.password = variable.isSecret;
	input.step = step;
	input.totalSteps = steps.count;
	// The value often comes from a browser window.
	input.ignoreFocusOut = true;
	if (steps.link === undefined) return;
	const { host } = urlTarget(steps.link);
	input.buttons = [{ iconPath: new vscode.ThemeIcon('link-external'), tooltip: t('Get it here: {0}', host) }];
}

function isWebPage(link: string | undefined): link is string {
	return link !== undefined && /^https?:\/\//iu.test(link) && URL.canParse(link);
}

/** The address comes from the agent: it is shown whole before the browser goes there (hazard E3). */
async function openPage(link: string | undefined): Promise<void> {
	if (link === undefined) return;
	const { host, warnings } = urlTarget(link);
	const copy = t('Copy Address');
	const open = t('Open');
	// The first button has the focus: it must do no harm.
	const choice = await vscode.window.showWarningMessage(
		messageText(t('Open {0} in the browser?', host)),
		{ modal: true, detail: visibleText([link, ...warnings].join('\n\n'), { isMultiline: true }) },
		copy,
		open,
	);
	if (choice === copy) await vscode.env.clipboard.writeText(link);
	if (choice === open) await openInBrowser(link);
}

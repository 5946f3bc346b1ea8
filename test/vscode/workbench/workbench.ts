/** A real VS Code, driven from outside as a user would: by keys, mouse and what is on the screen. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../launcher/browser.ts';
import { projectFolder } from '../launcher/cache.ts';
import { requestedVersion, type VscodeVersion } from '../launcher/download.ts';
import { type RunningServer, startServer } from '../launcher/server.ts';
import { makeTempFolder, type TempFolder } from '../launcher/tempFolder.ts';
import { workbenchUrl } from '../launcher/workbenchUrl.ts';
import { ChatPage } from './chatPage.ts';
import { EditorArea } from './editorArea.ts';
import { QuickInput } from './quickInput.ts';

export interface WorkbenchOptions {
	/** Content of the machine's settings file: agents are configured there. */
	readonly machineSettings?: object;
	/** Content of `.vscode/settings.json`. */
	readonly workspaceSettings?: object;
	/** Files of the workspace: path to text. */
	readonly files?: Readonly<Record<string, string>>;
	/** More folders of the workspace beside the first one: name to files. Then a `.code-workspace` file is opened. */
	readonly otherFolders?: Readonly<Record<string, Readonly<Record<string, string>>>>;
	/** Folder with installed extensions, ours among them; absent: ours is loaded from the project. */
	readonly extensionsFolder?: string;
	/** Folder of the extension that is loaded instead of ours, which must look like it to `chat`. */
	readonly extensionFolder?: string;
	/** Runs before VS Code starts, with the first folder: for links, odd names and other workspace files. */
	readonly prepare?: (folder: string) => Promise<void>;
	/** Added to the environment of VS Code. */
	readonly serverEnv?: NodeJS.ProcessEnv;
	readonly version?: VscodeVersion;
	readonly viewport?: { readonly width: number; readonly height: number };
	readonly withTrust?: boolean;
	/** Display language of VS Code, such as `de`. Its own words stay English: it has no language pack here. */
	readonly language?: string;
	/** False when no icon of ours will be in the activity bar: then it is not waited for. */
	readonly expectsViewIcon?: boolean;
}

export class Workbench {
	readonly page: Page;
	/** Absolute path. */
	readonly folder: string;
	readonly server: RunningServer;
	readonly quickInput: QuickInput;
	readonly editors: EditorArea;
	readonly chat: ChatPage;
	readonly #browser: Browser;
	readonly #context: BrowserContext;
	readonly #temporary: TempFolder;
	#hasSeveralFolders = false;

	private constructor(parts: {
		page: Page;
		folder: string;
		temporary: TempFolder;
		server: RunningServer;
		browser: Browser;
		context: BrowserContext;
	}) {
		this.page = parts.page;
		this.folder = parts.folder;
		this.server = parts.server;
		this.#temporary = parts.temporary;
		this.#browser = parts.browser;
		this.#context = parts.context;
		this.quickInput = new QuickInput(this.page);
		this.editors = new EditorArea(this.page);
		this.chat = new ChatPage(this.page);
	}

	/** Starts a server and a browser of its own and opens a fresh workspace. */
	static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
		const temporary = makeTempFolder('workbench');
		const folder = path.join(temporary.path, 'workspace');
		await writeWorkspace(folder, options);
		const workspaceFile = await writeOtherFolders(folder, options.otherFolders);
		await options.prepare?.(folder);
		const server = await startServer({
			version: options.version ?? requestedVersion(),
			extensionsDir: options.extensionsFolder,
			workspaceTrust: options.withTrust,
			// What ships is tried in the whole VS Code.
			fewBuiltIns: options.extensionsFolder === undefined,
			env: options.serverEnv,
		});
		server.writeMachineSettings({ 'acpHost.trace.traffic': true, ...options.machineSettings });
		server.writeUserSettings(quietSettings);
		const browser = await launchBrowser();
		const context = await browser.newContext({ viewport: options.viewport ?? { width: 1280, height: 800 } });
		if (options.language !== undefined) await context.addInitScript(speak, options.language);
		const page = await context.newPage();
		page.setDefaultTimeout(30_000);
		const workbench = new Workbench({ page, folder, temporary, server, browser, context });
		const extensionFolder = options.extensionFolder ?? projectFolder;
		try {
			const extensionDevelopmentPath = options.extensionsFolder === undefined ? extensionFolder : undefined;
			const url = workbenchUrl({ port: server.port, folder, workspaceFile, extensionDevelopmentPath });
			// What says that the window is there is waited for below.
			await page.goto(url, { waitUntil: 'commit' });
			if (options.expectsViewIcon === false)
				await page.locator('.part.statusbar').waitFor({ timeout: 60_000 });
			else await workbench.#waitUntilReady();
			workbench.#hasSeveralFolders = workspaceFile !== undefined;
			await workbench.#waitForFolders();
			return workbench;
		} catch (error) {
			await workbench.screenshot('failed-to-open').catch(() => undefined);
			await workbench.close();
			throw error;
		}
	}

	/** Runs a command by its title in the palette, such as "ACP: New Session". */
	async runCommand(title: string): Promise<void> {
		await this.quickInput.runCommand(title);
	}

	/** Clicks a row of the menu that is open or opens. A menu ignores clicks right after it opened. */
	async chooseFromMenu(label: string): Promise<void> {
		const item = this.page.getByRole('menuitem', { name: label, exact: true });
		await item.waitFor();
		for (let tries = 0; tries < 10 && (await item.isVisible()); tries++) {
			await item.click({ timeout: 1_000 }).catch(() => undefined);
			await sleep(200);
		}
	}

	/** Reloads the window as "Developer: Reload Window" does. */
	async reload(): Promise<void> {
		await this.page.reload({ waitUntil: 'commit' });
		await this.#waitUntilReady();
		await this.#waitForFolders();
	}

	/**
	 * Shows the Explorer until it has that sign: a window that is being restored may bring back the view that it had,
	 * over the one that was asked for.
	 */
	async showExplorer(sign: Locator): Promise<void> {
		for (let tries = 0; tries < 5; tries++) {
			await this.runCommand('View: Show Explorer');
			const isShown = await sign.waitFor({ timeout: 6_000 }).then(
				() => true,
				() => false,
			);
			if (isShown) return;
		}
		throw new Error('The Explorer does not stay open.');
	}

	async readFile(name: string): Promise<string> {
		return readFile(path.join(this.folder, name), 'utf8');
	}

	/** Saves a picture of the window in `test-results/`. */
	async screenshot(name: string): Promise<string> {
		const file = path.join(projectFolder, 'test-results', `${name}.png`);
		await mkdir(path.dirname(file), { recursive: true });
		await this.page.screenshot({ path: file });
		return file;
	}

	async close(): Promise<void> {
		await this.#context.close();
		await this.#browser.close();
		await this.server.dispose();
		this.#temporary.remove();
	}

	/**
	 * The window of a `.code-workspace` file sometimes reads it before its server can, and then shows no folder for
	 * good. Loaded again it does.
	 */
	async #waitForFolders(): Promise<void> {
		if (!this.#hasSeveralFolders) return;
		const folder = this.page.locator('.explorer-folders-view .monaco-list-row').first();
		for (let tries = 0; tries < 5; tries++) {
			await this.showExplorer(folder.or(this.page.getByText('No Folder Opened')).first());
			if (await folder.isVisible()) return;
			await this.page.reload();
			await this.#waitUntilReady();
		}
		throw new Error('The workspace shows no folders.');
	}

	/** The window is there, and the extension host answers: our icon alone would not say so. */
	async #waitUntilReady(): Promise<void> {
		await this.page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
		await this.page
			.getByRole('tab', { name: /ACP Host/u })
			.first()
			.waitFor({ timeout: 60_000 });
		await this.page.locator('.part.statusbar').waitFor();
	}
}

/** Runs in the page, before VS Code: what a language pack would leave there, but for the words. */
function speak(language: string): void {
	Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language });
}

/**
 * User settings: switches off what the test's offline window would wait for or pop up over ours, and what only costs
 * time: animations, a second extension host in the browser, looking for tasks and types, and pictures of the text.
 */
const quietSettings = {
	'workbench.startupEditor': 'none',
	'files.autoSave': 'off',
	'diffEditor.wordWrap': 'off',
	'diffEditor.renderSideBySide': true,
	'diffEditor.useInlineViewWhenSpaceIsLimited': false,
	'workbench.tips.enabled': false,
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'chat.commandCenter.enabled': false,
	'chat.disableAIFeatures': true,
	'extensions.autoCheckUpdates': false,
	'extensions.ignoreRecommendations': true,
	'update.mode': 'none',
	'telemetry.telemetryLevel': 'off',
	'security.workspace.trust.startupPrompt': 'never',
	'extensions.webWorker': false,
	'workbench.reduceMotion': 'on',
	'workbench.enableExperiments': false,
	'editor.cursorBlinking': 'solid',
	'editor.minimap.enabled': false,
	'breadcrumbs.enabled': false,
	'npm.autoDetect': 'off',
	'typescript.disableAutomaticTypeAcquisition': true,
	'debug.javascript.autoAttachFilter': 'disabled',
};

async function writeWorkspace(folder: string, options: WorkbenchOptions): Promise<void> {
	const sample = path.join(projectFolder, 'test', 'tools', 'sampleWorkspace');
	await mkdir(folder, { recursive: true });
	if (options.files === undefined) await cp(sample, folder, { recursive: true });
	await writeFiles(folder, options.files ?? {});
	if (options.workspaceSettings !== undefined) {
		await mkdir(path.join(folder, '.vscode'), { recursive: true });
		await writeFile(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(options.workspaceSettings));
	}
}

/** @returns the file that makes one workspace of all the folders; undefined when there is but one folder */
async function writeOtherFolders(
	folder: string,
	others: WorkbenchOptions['otherFolders'],
): Promise<string | undefined> {
	if (others === undefined) return undefined;
	const parent = path.dirname(folder);
	for (const [name, files] of Object.entries(others)) await writeFiles(path.join(parent, name), files);
	const file = path.join(parent, 'several.code-workspace');
	const folders = [path.basename(folder), ...Object.keys(others)].map((name) => ({ path: name }));
	await writeFile(file, JSON.stringify({ folders }));
	return file;
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, text] of Object.entries(files)) {
		await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
		await writeFile(path.join(folder, name), text);
	}
}

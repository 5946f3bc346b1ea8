/**
 * The real view in a real browser: the bundle that ships, the page and the policy that the host writes, served over
 * HTTP, with VS Code's API played by the test. Anything else the page asks for is recorded.
 */
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, afterEach } from 'node:test';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Translations } from '../../src/core/base/l10n.ts';
import * as limits from '../../src/core/base/limits.ts';
import type { FromView, PostedFromView } from '../../src/core/view/fromView.ts';
import type { ToView } from '../../src/core/view/toView.ts';
import { translationsBlock, viewPolicy } from '../../src/host/chat/viewHtmlParts.ts';
import { viewBundle, viewStyles } from '../../build/viewBundle.ts';
import { launchBrowser } from '../vscode/launcher/browser.ts';
import { type ThemeKind, themeSheet } from './themes.ts';

declare global {
	/** What the page script of the harness leaves on `window`. */
	interface Window {
		acpSent: FromView[];
		acpSentFor: (string | undefined)[];
		acpState: unknown;
		/** Frames that the view has asked for and that have not come yet. */
		acpFrames: number;
		/** `requestAnimationFrame`, not counted. */
		acpNextFrame(callback: () => void): void;
		/** Set by hostile text if it ever runs. */
		acpHacked?: unknown;
		acquireVsCodeApi?: () => unknown;
	}
}

interface PageOptions {
	readonly width?: number;
	readonly height?: number;
	readonly theme?: ThemeKind;
	/** What an earlier life of the view saved. */
	readonly state?: unknown;
	/** Another language than English. */
	readonly words?: Words;
}

/** What the host says of the language of its window. */
export interface Words {
	/** BCP 47. */
	readonly language: string;
	readonly translations: Translations;
}

/** One life of the view. */
export class ViewPage {
	readonly page: Page;
	/** Addresses asked for beyond the page, its script, styles and font. */
	readonly requests: string[] = [];
	/** Errors of the page: exceptions and violated policies. */
	readonly errors: string[] = [];
	#metrics: CDPSession | undefined;

	constructor(page: Page, origin: string) {
		this.page = page;
		page.on('request', (request) => {
			const url = request.url();
			const isOwn = url.startsWith(`${origin}/`) && ownPaths.has(new URL(url).pathname);
			if (!isOwn && !url.startsWith('data:')) this.requests.push(url);
		});
		page.on('pageerror', (error) => this.errors.push(String(error)));
		page.on('console', (message) => {
			if (message.type() === 'error') this.errors.push(message.text());
		});
	}

	/** From now on it is always that time, epoch milliseconds, in this page alone: Playwright's clock is the browser's. */
	async standStillAt(time: number): Promise<void> {
		await this.page.evaluate((at) => {
			Date.now = () => at;
		}, time);
	}

	/** Posts messages of the host and waits until they are drawn. */
	async post(...messages: readonly ToView[]): Promise<void> {
		await this.page.evaluate((posted) => {
			for (const message of posted) window.postMessage(message, '*');
		}, messages);
		await this.settled();
	}

	/**
	 * Posts a message that opens a question and clicks what `selector` finds, as soon as it is there and after each of
	 * the given times. All inside the page; a click that a busy machine makes too late to be a hasty one is left out.
	 */
	async postAndClick(message: ToView, selector: string, times: readonly number[]): Promise<void> {
		await this.page.evaluate(
			async ({ posted, wanted, waits, hasteMs }) => {
				const isThere = (): boolean => document.querySelector(wanted) !== null;
				const appeared = new Promise<number>((resolve) => {
					const observer = new MutationObserver(() => {
						if (!isThere()) return;
						observer.disconnect();
						resolve(performance.now());
					});
					observer.observe(document, { childList: true, subtree: true });
				});
				// One that is there already changes with the next frame.
				const wasThere = isThere();
				const began = performance.now();
				window.dispatchEvent(new MessageEvent('message', { data: posted }));
				if (wasThere) await new Promise((resolve) => requestAnimationFrame(resolve));
				const shown = wasThere ? performance.now() : await appeared;
				const hastyUntil = (wasThere ? began : shown) + hasteMs;
				let clicks = 0;
				for (const wait of waits) {
					while (performance.now() < shown + wait) await new Promise((resolve) => setTimeout(resolve));
					const found = document.querySelector<HTMLElement>(wanted);
					if (found === null) throw new Error(`There is no ${wanted}`);
					if (performance.now() > hastyUntil) break;
					found.click();
					clicks++;
				}
				if (clicks === 0) throw new Error('The page was too slow for a hasty click.');
			},
			{ posted: message, wanted: selector, waits: times, hasteMs: limits.permissionGuardMs - 20 },
		);
	}

	/**
	 * Waits for messages to arrive and for the view to have drawn them: it takes the next frame for what did not fit
	 * into the time of one, and on a busy machine little does.
	 */
	async settled(): Promise<void> {
		await this.page.evaluate(
			() =>
				new Promise<void>((resolve) => {
					const look = (): void => window.acpNextFrame(window.acpFrames === 0 ? resolve : look);
					setTimeout(() => window.acpNextFrame(look));
				}),
		);
	}

	/** What the view posted so far. */
	async sent(): Promise<FromView[]> {
		return this.page.evaluate(() => window.acpSent);
	}

	/** The sessions that the posted messages are about, in the same order. */
	async sentFor(): Promise<(string | undefined)[]> {
		return this.page.evaluate(() => window.acpSentFor);
	}

	/** The messages of one type that the view posted so far. */
	async sentOf<T extends FromView['type']>(type: T): Promise<Extract<FromView, { type: T }>[]> {
		const all = await this.sent();
		return all.filter((message): message is Extract<FromView, { type: T }> => message.type === type);
	}

	/** Waits until the view posted a message of this type, and returns the last one. */
	async waitFor<T extends FromView['type']>(type: T): Promise<Extract<FromView, { type: T }>> {
		await this.page.waitForFunction(
			(wanted) => window.acpSent.some((message) => message.type === wanted),
			type,
		);
		const last = (await this.sentOf(type)).at(-1);
		if (last === undefined) throw new Error(`No ${type} message`);
		return last;
	}

	/** Waits until the last message of this type that the view posted is such a one. */
	async waitForLast<T extends FromView['type']>(
		type: T,
		isSuch: (message: Extract<FromView, { type: T }>) => boolean,
	): Promise<void> {
		const deadline = Date.now() + 20_000;
		for (;;) {
			const last = (await this.sentOf(type)).at(-1);
			if (last !== undefined && isSuch(last)) return;
			if (Date.now() > deadline) throw new Error(`The last ${type} message is ${JSON.stringify(last)}`);
			await this.settled();
		}
	}

	/** Milliseconds that the page's main thread worked so far, in all and in script: no matter how busy the machine is. */
	async work(): Promise<{ readonly all: number; readonly script: number }> {
		if (this.#metrics === undefined) {
			this.#metrics = await this.page.context().newCDPSession(this.page);
			await this.#metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
		}
		const { metrics } = await this.#metrics.send('Performance.getMetrics');
		const find = (name: string): number => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000;
		return { all: find('TaskDuration'), script: find('ScriptDuration') };
	}

	/** The scrolling part of the transcript. */
	async scrollState(): Promise<{ readonly top: number; readonly fromEnd: number }> {
		return this.page.evaluate(() => {
			const scroller = document.querySelector('.scroller');
			if (scroller === null) throw new Error('No scroller');
			const { scrollTop, scrollHeight, clientHeight } = scroller;
			return { top: scrollTop, fromEnd: scrollHeight - scrollTop - clientHeight };
		});
	}
}

/** A browser and a server for all tests of a file, and of the other files of its process. */
export interface Harness {
	open(options?: PageOptions): Promise<ViewPage>;
}

const nonce = 'dGVzdC1ub25jZQ==';
const ownPaths = new Set([
	'/',
	'/webview.js',
	'/webview-chunk.js',
	'/webview-toolBody.js',
	'/webview-panels.js',
	'/webview-attemptLine.js',
	'/webview-fenceColours.js',
	'/webview-meters.js',
	'/webview-conversationFind.js',
	'/webview-elicitationControls.js',
	'/chat.css',
	'/theme.css',
	'/codicons/codicon.css',
	'/codicons/codicon.ttf',
	'/favicon.ico',
]);

/** What serves the pages, and the browser that shows them. */
interface Stage {
	readonly browser: Browser;
	readonly server: Server;
	readonly origin: string;
	/** By language. Its pages share a process, which has loaded the scripts already. */
	readonly contexts: Map<string, BrowserContext>;
	/** Of tests that have ended. */
	readonly old: Page[];
}

/** Begins with the first page and ends with the last file that uses it. */
let stage: Promise<Stage> | undefined;
let files = 0;

/** What a page is told of the language of its window, by the search of its address. */
const spokenAt = new Map<string, Words>();

/**
 * Call at the top of a test file.
 * @param ownProcess for tests that measure: what pages of other tests have left is not in the process of theirs
 */
export function useHarness({ ownProcess = false } = {}): Harness {
	files++;
	afterEach(async () => {
		const { browser, contexts, old } = (await stage) ?? {};
		for (const context of browser?.contexts() ?? []) {
			await context.clearPermissions();
			if ([...(contexts?.values() ?? [])].includes(context)) old?.push(...context.pages());
			else await context.close();
		}
	});
	after(async () => {
		files--;
		if (files > 0 || stage === undefined) return;
		const { browser, server } = await stage;
		stage = undefined;
		await browser.close();
		server.closeAllConnections();
		server.close();
	});
	return {
		async open({ width = 400, height = 700, theme = 'vscode-dark', state, words } = {}) {
			stage ??= openStage();
			const { browser, origin, contexts, old } = await stage;
			const locale = words?.language ?? 'en-US';
			const shared = ownProcess ? undefined : contexts.get(locale);
			const context = shared ?? (await browser.newContext({ locale }));
			if (!ownProcess) contexts.set(locale, context);
			const page = await context.newPage();
			await page.setViewportSize({ width, height });
			await page.addInitScript(playVsCode, state);
			const view = new ViewPage(page, origin);
			const search = `?theme=${theme}&language=${words?.language ?? 'en'}`;
			if (words === undefined) spokenAt.delete(search);
			else spokenAt.set(search, words);
			await page.goto(`${origin}/${search}`);
			await view.waitFor('ready');
			// A page left open goes on drawing; with the last one, its process would have ended.
			await Promise.all(old.splice(0).map((one) => one.close()));
			return view;
		},
	};
}

async function openStage(): Promise<Stage> {
	const [browser, served] = await Promise.all([launchBrowser('--process-per-site'), loadFiles()]);
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '/', 'http://localhost');
		const theme = (url.searchParams.get('theme') ?? 'vscode-dark') as ThemeKind;
		if (url.pathname === '/')
			respond(response, 'text/html', pageHtml(origin, theme, spokenAt.get(url.search)));
		else if (url.pathname === '/theme.css') respond(response, 'text/css', themeSheet(theme));
		else respondFile(response, served, url.pathname);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { browser, server, origin, contexts: new Map(), old: [] };
}

/** Runs in the page, before it: what VS Code gives to a webview. */
function playVsCode(state: unknown): void {
	window.acpSent = [];
	window.acpSentFor = [];
	window.acpState = state;
	const requestFrame = window.requestAnimationFrame.bind(window);
	window.acpFrames = 0;
	window.acpNextFrame = requestFrame;
	window.requestAnimationFrame = (callback) => {
		window.acpFrames++;
		return requestFrame((time) => {
			window.acpFrames--;
			callback(time);
		});
	};
	window.acquireVsCodeApi = () => {
		delete window.acquireVsCodeApi;
		return {
			postMessage: ({ sessionKey, ...message }: PostedFromView) => {
				window.acpSent.push(structuredClone(message) as FromView);
				window.acpSentFor.push(sessionKey);
			},
			getState: () => window.acpState,
			setState: (next: unknown) => {
				window.acpState = structuredClone(next);
			},
		};
	};
}

/** The page of src/host/chat/chatSurface.ts under its policy, with the server as the source. */
function pageHtml(origin: string, theme: ThemeKind, words?: Words): string {
	return `<!DOCTYPE html><html lang="${words?.language ?? 'en'}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${viewPolicy(origin, nonce)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${origin}/theme.css?theme=${theme}">
<link rel="stylesheet" href="${origin}/codicons/codicon.css">
<link rel="stylesheet" href="${origin}/chat.css">
<title>ACP Host</title></head>
<body class="${theme}" data-vscode-theme-kind="${theme}"><div id="app"></div>
${translationsBlock(words?.translations ?? {}, nonce)}<script type="module" nonce="${nonce}" src="${origin}/webview.js"></script></body></html>`;
}

type Files = ReadonlyMap<string, { readonly type: string; readonly body: Uint8Array | string }>;

async function loadFiles(): Promise<Files> {
	const root = new URL('../../', import.meta.url);
	const codicons = new URL('node_modules/@vscode/codicons/dist/', root);
	const [css, codiconCss, font, scripts] = await Promise.all([
		viewStyleSheet(),
		readFile(new URL('codicon.css', codicons), 'utf8'),
		readFile(new URL('codicon.ttf', codicons)),
		viewScripts(),
	]);
	return new Map<string, { readonly type: string; readonly body: Uint8Array | string }>([
		['/chat.css', { type: 'text/css', body: css }],
		['/codicons/codicon.css', { type: 'text/css', body: codiconCss }],
		['/codicons/codicon.ttf', { type: 'font/ttf', body: font }],
		...[...scripts].map(([name, body]) => [`/${name}`, { type: 'text/javascript', body }] as const),
	]);
}

/** The scripts that ship, by their names. */
export async function viewScripts(): Promise<ReadonlyMap<string, string>> {
	const { outputFiles } = await build({ ...viewBundle, minify: true, write: false });
	return new Map(outputFiles.map(({ path: file, text }) => [path.basename(file), text]));
}

/** The style sheet that ships. */
export async function viewStyleSheet(): Promise<string> {
	const { outputFiles } = await build({ ...viewStyles, write: false });
	return outputFiles.map(({ text }) => text).join('\n');
}

type Response = Parameters<Parameters<typeof createServer>[1] & object>[1];

function respondFile(response: Response, files: Files, path: string): void {
	const file = files.get(path);
	if (file === undefined) response.writeHead(404).end();
	else respond(response, file.type, file.body, { 'cache-control': 'max-age=86400' });
}

function respond(response: Response, type: string, body: Uint8Array | string, headers = {}): void {
	response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);
}

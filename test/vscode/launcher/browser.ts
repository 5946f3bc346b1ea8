import { execFile } from 'node:child_process';
import { accessSync, chmodSync, constants, createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { cached } from './cache.ts';
import { onProcessEnd } from './cleanup.ts';
import { unpackPackage } from './npmPackage.ts';

interface Chromium {
	readonly executable: string;
	readonly env: NodeJS.ProcessEnv;
}

const chromiumPackage = '@sparticuz/chromium@153.0.0';
const usualNames = [
	'google-chrome',
	'google-chrome-stable',
	'chromium',
	'chromium-browser',
	'chrome',
	'msedge',
];
const usualPlaces = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
	'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
const switches = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Address of the browser that the test files of a suite share. */
const sharedBrowser = 'ACP_TEST_BROWSER';

/**
 * A headless browser: the one that the suite shares, else one of its own. `close()` ends what was opened through it,
 * and the browser if it is its own; at the latest that ends with this process.
 * @param more switches for a browser of its own
 */
export async function launchBrowser(...more: string[]): Promise<Browser> {
	const shared = process.env[sharedBrowser];
	if (shared !== undefined) return chromium.connect(shared);
	const { args = [], ...options } = await launchOptions();
	return chromium.launch({ ...options, args: [...args, ...more] });
}

/** A browser for all test files of a suite, with the environment that leads them to it. */
export async function shareBrowser(): Promise<{
	readonly env: Readonly<Record<string, string>>;
	close(): Promise<void>;
}> {
	const browser = await chromium.launchServer(await launchOptions());
	return { env: { [sharedBrowser]: browser.wsEndpoint() }, close: () => browser.close() };
}

async function launchOptions(): Promise<LaunchOptions> {
	const { executable, env } = await findChromium();
	// Registered before the launch: our handlers end the process, and that makes Playwright kill the browser.
	onProcessEnd(() => undefined);
	return {
		executablePath: executable,
		args: switches,
		env,
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	};
}

/** An installed Chrome or Chromium (`CHROME_PATH` first), else a headless build from the npm registry. */
async function findChromium(): Promise<Chromium> {
	const named = process.env['CHROME_PATH'];
	if (named !== undefined && named !== '') return { executable: named, env: process.env };
	const searched = (process.env['PATH'] ?? '')
		.split(delimiter)
		.flatMap((folder) => usualNames.map((name) => join(folder, name)));
	const installed = [...searched, ...usualPlaces].find(isExecutable);
	if (installed !== undefined) return { executable: installed, env: process.env };
	if (process.platform === 'linux' && process.arch === 'x64') return fetchChromium();
	throw new Error(
		'No Chrome or Chromium found. Install Google Chrome, or set CHROME_PATH to its executable.',
	);
}

async function fetchChromium(): Promise<Chromium> {
	const folder = await cached(
		chromiumPackage.replace('@sparticuz/', '').replace('@', '-'),
		async (partial) => {
			await unpackPackage(chromiumPackage, partial);
			const packed = join(partial, 'bin');
			await unbrotli(join(packed, 'chromium.br'), join(partial, 'chromium'));
			chmodSync(join(partial, 'chromium'), 0o755);
			for (const name of ['al2023', 'fonts', 'swiftshader']) {
				const archive = join(packed, `${name}.tar`);
				await unbrotli(`${archive}.br`, archive);
				const target = name === 'swiftshader' ? partial : join(partial, name);
				mkdirSync(target, { recursive: true });
				await promisify(execFile)('tar', ['-xf', archive, '-C', target]);
			}
		},
	);
	// The libraries that a bare machine lacks come with the package; installed ones are not replaced by older
	// ones of another system, so the package's folder stands last.
	const libraries = [process.env['LD_LIBRARY_PATH'], join(folder, 'al2023', 'lib')].filter(Boolean).join(':');
	const fonts = join(folder, 'fonts', 'fonts');
	return {
		executable: join(folder, 'chromium'),
		env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fonts },
	};
}

async function unbrotli(source: string, target: string): Promise<void> {
	await pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(target));
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

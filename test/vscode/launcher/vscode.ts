#!/usr/bin/env node
/**
 * Stands in for the desktop VS Code in `runTests` of @vscode/test-electron: takes its arguments, opens the
 * folder in a VS Code server and a headless browser, prints the console and exits with the tests' exit code.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from './browser.ts';
import { requestedVersion } from './download.ts';
import { startServer } from './server.ts';
import { workbenchUrl } from './workbenchUrl.ts';

const limitMs = 15 * 60_000;

const { values, positionals } = parseArgs({
	options: { extensionDevelopmentPath: { type: 'string' }, extensionTestsPath: { type: 'string' } },
	// runTests adds switches that only the desktop knows; they are passed over.
	strict: false,
	allowPositionals: true,
});

// runTests holds the other end of this pipe: when it closes, the run that wanted the result is gone.
process.stdin.once('end', () => process.exit(1));
process.stdin.resume();

const code = await runInExtensionHost({
	extensionDevelopmentPath: absolute(values.extensionDevelopmentPath, 'extensionDevelopmentPath'),
	extensionTestsPath: absolute(values.extensionTestsPath, 'extensionTestsPath'),
	folder: positionals[0] === undefined ? undefined : resolve(positionals[0]),
});
process.exit(code);

async function runInExtensionHost(paths: {
	extensionDevelopmentPath: string;
	extensionTestsPath: string;
	folder: string | undefined;
}): Promise<number> {
	const server = await startServer({ version: requestedVersion(), env: testEnvironment() });
	const browser = await launchBrowser();
	try {
		const page = await browser.newPage();
		const ended = Promise.withResolvers<number>();
		const timer = setTimeout(() => ended.reject(new Error(`No result after ${limitMs} ms`)), limitMs);
		page.on('crash', () => ended.reject(new Error('The workbench page crashed')));
		await page.exposeFunction('codeAutomationExit', (code: number) => ended.resolve(code));
		await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
			print(type, args);
		});
		await page.goto(workbenchUrl({ port: server.port, ...paths }));
		try {
			return await ended.promise;
		} finally {
			clearTimeout(timer);
		}
	} finally {
		await browser.close();
		await server.dispose();
	}
}

/** Variables that are meant for the tests inside the extension host. */
function testEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(process.env).filter(([key]) => key.startsWith('ACP_HOST_TEST_')));
}

function absolute(value: string | boolean | undefined, name: string): string {
	if (typeof value !== 'string') throw new Error(`--${name}=<path> is missing`);
	return resolve(value);
}

/** The window is talkative, offline most of all. Lines of the tests carry a mark; ACP_TEST_VERBOSE=1 shows all. */
function print(type: string, args: readonly unknown[]): void {
	const line = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg))).join(' ');
	const mark = '[host-suite] ';
	if (line.startsWith(mark)) console.log(line.slice(mark.length));
	else if (process.env['ACP_TEST_VERBOSE'] === '1') console.log(`${type}: ${line}`);
}

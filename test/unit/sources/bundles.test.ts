/** What ships, read from what the build wrote down about it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Metafile {
	readonly inputs: Readonly<Record<string, { readonly imports: readonly { readonly path: string }[] }>>;
	readonly outputs: Readonly<
		Record<
			string,
			{
				readonly imports: readonly { readonly path: string; readonly external?: boolean }[];
				readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
			}
		>
	>;
}

interface Manifest {
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly optionalDependencies?: unknown;
	readonly bundledDependencies?: unknown;
	readonly devDependencies: Readonly<Record<string, string>>;
	readonly license: string;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const metafiles = readdirSync(path.join(root, 'out', 'meta')).map((file) => {
	const meta = JSON.parse(read(`out/meta/${file}`)) as Metafile;
	return { name: Object.keys(meta.outputs).toSorted()[0] ?? file, meta };
});
const builtin = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
/** Ways to the network that a bundle may import. */
const network = /^(?:node:)?(?:net|http|https|http2|tls|dgram|dns|inspector|quic|undici)(?:\/|$)/u;
/** Libraries that are a way to the network, wherever they are bundled. */
const networkLibrary = /^node_modules\/(?:ws|undici|node-fetch|axios|got|eventsource|https?-proxy-agent)\//u;
/** The same without an import, as it stands in the code of a library; `net.connect` and the like need an import. */
const networkGlobal =
	/\bfetch\(|\bnew (?:globalThis\.)?(?:WebSocket|EventSource|XMLHttpRequest)\b|\bsendBeacon\(/u;
/** The loader of the regular expressions could fetch its file by an address; it gets bytes. */
const hasLoaderOfWasm = new Set(['dist/highlightWorker.cjs']);
/**
 * What each named bundle imports of them; no other may import any. The library of JSON-RPC has ways to talk over files of
 * sockets, which nothing of ours calls.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
	'dist/runningAgent.cjs': ['net'],
	'dist/demoAgent.cjs': ['net'],
	'dist/remoteAgent.cjs': ['net', 'node:http', 'node:net', 'node:tls', 'tls'],
};
/** The one that opens lines to agents at an address, by a library for WebSockets. */
const opensLines = 'dist/remoteAgent.cjs';

function importsOf({ outputs }: Metafile): string[] {
	return Object.values(outputs).flatMap(({ imports }) => imports.map((one) => one.path));
}

describe('what ships', () => {
	it('was built', () => assert.ok(metafiles.length >= 8, 'Run npm run build.'));

	it('is every bundle that may import a way to the network [hazard F8]', () => {
		const names = new Set(metafiles.map(({ name }) => name));
		assert.deepEqual(
			Object.keys(mayImport).filter((name) => !names.has(name)),
			[],
		);
	});

	for (const { name, meta } of metafiles) {
		it(`${name} loads nothing but Node's own modules and VS Code's API [hazard F9]`, () => {
			const isPage = Object.keys(meta.outputs).every((output) => /^dist\/webview[\w-]*\.js$/u.test(output));
			// The chat view is in parts; a page has nothing else to load from.
			const isKnown = (one: string): boolean =>
				isPage ? /^dist\/webview[\w-]*\.js$/u.test(one) : builtin.has(one) || one === 'vscode';
			assert.deepEqual(
				importsOf(meta).filter((one) => !isKnown(one)),
				[],
			);
		});

		it(`${name} imports no way to the network but those it is named with [hazard F8]`, () => {
			const ways = importsOf(meta).filter((one) => network.test(one));
			assert.deepEqual(new Set(ways), new Set(mayImport[name]));
			const libraries = Object.keys(meta.inputs).filter((input) => networkLibrary.test(input));
			assert.deepEqual(
				libraries.filter((input) => name !== opensLines || !input.startsWith('node_modules/ws/')),
				[],
			);
		});

		it(`${name} finds no way to the network without an import [hazard F8]`, () => {
			const scripts = Object.keys(meta.outputs).filter((output) => /\.c?js$/u.test(output));
			assert.deepEqual(
				scripts.filter((script) => networkGlobal.test(read(script))),
				[name].filter((one) => hasLoaderOfWasm.has(one)),
			);
		});

		it(`${name} has the socket of the library of JSON-RPC from that library alone [hazard F8]`, () => {
			const importers = Object.entries(meta.inputs).flatMap(([input, { imports }]) =>
				imports.some((one) => network.test(one.path)) ? [input] : [],
			);
			assert.deepEqual(
				importers.filter((input) => !input.startsWith('node_modules/vscode-jsonrpc/') && name !== opensLines),
				[],
			);
		});

		it(`${name} is made of our sources and of libraries that package.json pins [hazard F9]`, () => {
			const libraries = Object.keys(meta.inputs).flatMap((input) => {
				const match = /^node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(input);
				if (match === null) assert.match(input, /^(?:src\/|vscode-api:|<)/u);
				return match?.[1] ?? [];
			});
			for (const library of new Set(libraries)) {
				assert.match(manifest.devDependencies[library] ?? '', /^\d+\.\d+\.\d+/u, `${library} is not pinned`);
			}
		});
	}

	it('has each limit where it is read, and the list of them nowhere', () => {
		for (const { name, meta } of metafiles) {
			const lists = Object.values(meta.outputs).flatMap(
				({ inputs }) => inputs['src/core/base/limits.ts']?.bytesInOutput ?? [],
			);
			assert.deepEqual(
				lists.filter((bytes) => bytes > 0),
				[],
				name,
			);
		}
	});

	it('has what only a session or a diff needs beside what loads with the window', () => {
		const { meta } = metafiles.find(({ name }) => name === 'dist/extension.cjs') ?? assert.fail();
		const bytesOf = (part: RegExp): number =>
			Object.entries(meta.outputs['dist/extension.cjs']?.inputs ?? {})
				.filter(([input]) => part.test(input))
				.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
		// Small questions about a state are asked by others, too.
		assert.ok(bytesOf(/core\/session\/(?:driver|reducer)\//u) < 2_048);
		assert.equal(bytesOf(/node_modules\/diff\/.*\/apply\.js$/u), 0);
		assert.equal(bytesOf(/(?:core|node)\/changes\//u), 0);
	});

	it('needs no package beside it, and says under which licence it comes [hazard F9]', () => {
		assert.equal(manifest.dependencies, undefined);
		assert.equal(manifest.optionalDependencies, undefined);
		assert.equal(manifest.bundledDependencies, undefined);
		assert.ok(manifest.license.length > 2);
		assert.ok(readdirSync(root).some((name) => name.startsWith('LICENSE')));
	});

	it('is built from packages whose content the lockfile names [hazard F9]', () => {
		const { packages } = JSON.parse(read('package-lock.json')) as {
			packages: Record<string, { link?: boolean; optional?: boolean; integrity?: string }>;
		};
		// Optional ones are the tools' own programs for other systems; the registry gives no sum for them here.
		const loose = Object.entries(packages).flatMap(([name, { link, optional, integrity }]) =>
			name === '' || link === true || optional === true || (integrity ?? '').startsWith('sha512-')
				? []
				: [name],
		);
		assert.deepEqual(loose, []);
	});
});

describe('our sources', () => {
	const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => [name, read(path.join('src', name))] as const);
	const using = (pattern: RegExp): string[] =>
		sources.filter(([, text]) => pattern.test(text)).map(([name]) => name);

	it('make no temporary files [hazard F7]', () => {
		assert.deepEqual(using(/\btmpdir\b|\bmkdtemp|['"`]\/tmp\b/u), []);
	});

	it('ask the network for nothing but in those that open a line to an agent [hazard F8]', () => {
		const folder = path.join('node', 'transport');
		assert.deepEqual(
			using(
				/\bfetch\(|\bXMLHttpRequest\b|\bEventSource\b|\bsendBeacon\b|\bnew WebSocket\b|^import (?!type)[^;]*from '(?:node:)?(?:https?|http2|net|tls|dgram|dns|ws)'/mu,
			),
			['address.ts', 'dial.ts', 'httpClient.ts', 'openWebSocket.ts', 'plainHttp.ts'].map((name) =>
				path.join(folder, name),
			),
		);
		assert.deepEqual(
			using(/\bWebSocket\b/u).filter((name) => path.dirname(name) !== folder),
			[],
		);
	});

	it('register every command behind the guard of trust [hazard F2]', () => {
		assert.deepEqual(using(/\bregister(?:TextEditor)?Command\(/u), [
			path.join('host', 'common', 'guardedCommand.ts'),
		]);
	});

	it('assign no string of HTML and evaluate no text [hazard E1]', () => {
		assert.deepEqual(
			using(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|unsafeHTML|\beval\(|new Function\(/u),
			[],
		);
	});

	it('await nothing that is posted to a view: it may never be answered [hazard E8]', () => {
		assert.deepEqual(using(/await [\w.#]*webview[\w.#]*\.postMessage|await [\w.#]*\.postMessage\(/u), []);
	});
});

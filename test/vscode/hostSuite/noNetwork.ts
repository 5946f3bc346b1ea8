/** Inside of the extension host no code of ours may reach the network (hazard F8): an attempt fails, and is noted. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import * as vscode from 'vscode';

export interface Watch {
	/** Where each attempt of our code came from; what else runs in here, such as VS Code's own extensions, may go on. */
	readonly attempts: string[];
	/** While that runs, our code may reach it: for tests of what the user has allowed. */
	allowing(work: () => Promise<void>): Promise<void>;
	end(): void;
}

/**
 * Until `end`, every way out of Node throws. Files of sockets are no network.
 * @param folder where our code runs from, the bundle of the tests included
 */
export function forbidNetwork(folder: string): Watch {
	// The watch itself stands in it once for each layer of Node that the call went through.
	const isOurs = (stack: string): boolean =>
		stack
			.split('\n')
			.some(
				(line) =>
					line.includes(`${folder}/`) && !line.includes('/.vscode-test/') && !line.includes('watchedCall'),
			);
	const attempts: string[] = [];
	let isAllowing = false;
	const restores: (() => void)[] = [];
	const forbid = (
		owner: object,
		name: string,
		isAllowed: (args: readonly unknown[]) => boolean = () => false,
	): void => {
		const original: unknown = Reflect.get(owner, name);
		if (typeof original !== 'function') throw new Error(`There is no ${name} to forbid.`);
		Reflect.set(owner, name, function watchedCall(this: unknown, ...args: unknown[]): unknown {
			if (isAllowing || isAllowed(args)) return Reflect.apply(original, this, args) as unknown;
			const stack = new Error(`${name} was called`).stack ?? '';
			if (!isOurs(stack)) return Reflect.apply(original, this, args) as unknown;
			attempts.push(stack);
			throw new Error(`The network is forbidden: ${name}`);
		});
		restores.push(() => Reflect.set(owner, name, original));
	};
	forbid(net.Socket.prototype, 'connect', isFileSocket);
	forbid(net.Server.prototype, 'listen', isFileSocket);
	for (const [owner, names] of [
		[http, ['request', 'get', 'createServer']],
		[https, ['request', 'get', 'createServer']],
		[tls, ['connect']],
		[dgram, ['createSocket']],
		[dns, ['lookup', 'resolve']],
		[globalThis, ['fetch', 'WebSocket']],
	] as const) {
		for (const name of names) forbid(owner, name);
	}
	return {
		attempts,
		async allowing(work) {
			isAllowing = true;
			await work().finally(() => (isAllowing = false));
		},
		end: () => restores.forEach((restore) => restore()),
	};
}

/** A name in the file system, as the processes of VS Code use among themselves. */
function isFileSocket([first]: readonly unknown[]): boolean {
	const [target] = Array.isArray(first) ? (first as readonly unknown[]) : [first];
	if (typeof target === 'string') return target.includes('/');
	return typeof target === 'object' && target !== null && 'path' in target && typeof target.path === 'string';
}

/** The tests' bundle and what ships lie below it. */
export function projectFolder(): string {
	const folder = vscode.extensions.getExtension('acp-host.acp-host')?.extensionPath;
	if (folder === undefined) throw new Error('The extension is not there.');
	return folder;
}

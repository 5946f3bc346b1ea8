import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { isJsonObject } from '../../core/base/json.ts';
import type { Manifest, PackagedFile } from './contributions.ts';

/** The manifests of all extensions that we can read: the built-in ones first, so that others replace what they say. */
export async function installedManifests(): Promise<readonly Manifest[]> {
	const told = vscode.extensions.all.map(({ extensionUri, packageJSON }) => ({
		extension: extensionUri.toString(true),
		packageJson: packageJSON as unknown,
	}));
	const known = new Set(told.map(({ extension }) => extension));
	return [...(await builtinManifests(path.join(vscode.env.appRoot, 'extensions'), known)), ...told];
}

export async function readPackagedFile({ extension, path: file }: PackagedFile): Promise<string> {
	const uri = vscode.Uri.joinPath(vscode.Uri.parse(extension, true), file);
	return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/**
 * The extensions that come with VS Code, as they lie on this machine. In a remote window those with nothing but a
 * grammar or a theme run on the user's side, and VS Code does not tell ours about them.
 * @param folder where they are
 * @param known URIs of folders that need not be read
 */
async function builtinManifests(folder: string, known: ReadonlySet<string>): Promise<Manifest[]> {
	const names = await readdir(folder).catch(() => []);
	const manifests = await Promise.all(
		names.map(async (name) => {
			const extension = pathToFileURL(path.join(folder, name)).href;
			if (known.has(extension)) return [];
			const packageJson = await readJson(path.join(folder, name, 'package.json'));
			if (packageJson === undefined) return [];
			const texts = await readJson(path.join(folder, name, 'package.nls.json'));
			return [{ extension, packageJson: isJsonObject(texts) ? translated(packageJson, texts) : packageJson }];
		}),
	);
	return manifests.flat();
}

/** Puts the texts in for `%name%`. */
function translated(value: unknown, texts: Readonly<Record<string, unknown>>): unknown {
	return JSON.parse(JSON.stringify(value), (_, part: unknown) => {
		const name = typeof part === 'string' ? /^%([\w.-]+)%$/.exec(part)?.[1] : undefined;
		return name === undefined || typeof texts[name] !== 'string' ? part : texts[name];
	}) as unknown;
}

async function readJson(file: string): Promise<unknown> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as unknown;
	} catch {
		// A folder without a manifest is no extension.
		return undefined;
	}
}

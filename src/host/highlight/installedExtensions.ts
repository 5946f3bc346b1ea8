import path from 'node:path';
import * as vscode from 'vscode';
import { builtinManifests } from './builtinManifests.ts';
import type { Manifest } from './contributions.ts';
import type { PackagedFile } from './packagedFile.ts';

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

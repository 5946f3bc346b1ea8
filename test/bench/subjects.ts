/** What is measured: a copy of what ships, and the two floors beside it. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../vscode/launcher/cache.ts';
import { makeTempFolder } from '../vscode/launcher/tempFolder.ts';
import type { Subject } from './measure.ts';

const agent = path.join(import.meta.dirname, 'benchAgent.mjs');

/**
 * A copy, so that a build in the meantime changes nothing.
 * @param checkout absolute path of a checkout that is built
 */
export async function ours(checkout = projectFolder, name = 'ACP Host'): Promise<Subject> {
	const { path: folder } = makeTempFolder('bench');
	for (const part of ['dist', 'media', 'l10n', 'package.json', 'package.nls.json', 'package.nls.de.json']) {
		await cp(path.join(checkout, part), path.join(folder, part), { recursive: true });
	}
	return { name, folder, extensionName: 'acp-host', hasSessions: true };
}

/** @param isBatched it posts once a frame instead of once a chunk */
export async function floor(isBatched: boolean): Promise<Subject> {
	const { path: folder } = makeTempFolder('bench-floor');
	await cp(path.join(import.meta.dirname, 'floor'), folder, { recursive: true });
	const manifest = path.join(folder, 'package.json');
	const fields = JSON.parse(await readFile(manifest, 'utf8')) as object;
	await writeFile(manifest, JSON.stringify({ ...fields, isBatched, agent }));
	const name = isBatched ? 'batched floor' : 'floor';
	return { name, folder, extensionName: 'acp-host-floor', hasSessions: false };
}

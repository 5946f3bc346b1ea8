/** Brings agents from the package registry into a folder outside of the project. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentProfile } from './agentProfiles.ts';

/** `REAL_AGENTS_DIR`, or one folder for all runs on this machine. */
const root = process.env['REAL_AGENTS_DIR'] ?? path.join(tmpdir(), 'acp-host-real-agents');

export interface InstalledAgent {
	/** Absolute path. */
	readonly folder: string;
	/** Name and version of each package. */
	readonly versions: readonly string[];
}

/** Installs the agent's current version unless it is there. */
export function installAgent({ name, packages, program }: AgentProfile): InstalledAgent {
	const folder = path.join(root, name);
	if (!existsSync(path.join(folder, 'node_modules', '.bin', program))) {
		mkdirSync(folder, { recursive: true });
		writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
		console.log(`installing ${packages.join(' ')} into ${folder}`);
		execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
			cwd: folder,
			stdio: 'inherit',
		});
	}
	return { folder, versions: packages.map((pkg) => `${pkg}@${versionOf(folder, pkg)}`) };
}

function versionOf(folder: string, pkg: string): string {
	const manifest = JSON.parse(
		readFileSync(path.join(folder, 'node_modules', pkg, 'package.json'), 'utf8'),
	) as { version?: string };
	return String(manifest.version);
}

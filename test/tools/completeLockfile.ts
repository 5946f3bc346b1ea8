/**
 * Completes package-lock.json. A lockfile written where some platform's optional packages do not resolve leaves them
 * out, and `npm ci` on another machine then refuses it. This adds an entry for each one that is missing.
 */
import { readFile, writeFile } from 'node:fs/promises';

interface LockEntry {
	version?: string;
	dev?: boolean;
	optional?: boolean;
	os?: string[];
	cpu?: string[];
	libc?: string[];
	optionalDependencies?: Record<string, string>;
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/** Reads the platform from a name such as `@oxlint/binding-linux-x64-musl`. */
function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
	const parts = name.split(/[/-]/u);
	const os = parts.find((part) => systems.includes(part));
	const cpu = parts.find((part) => processors.includes(part));
	const libc =
		os !== 'linux' ? undefined : parts.some((part) => part.startsWith('musl')) ? 'musl' : undefined;
	const glibc = os === 'linux' && parts.some((part) => part.startsWith('gnu')) ? 'glibc' : libc;
	return {
		...(cpu === undefined ? {} : { cpu: [cpu] }),
		...(glibc === undefined ? {} : { libc: [glibc] }),
		...(os === undefined ? {} : { os: [os] }),
	};
}

const file = 'package-lock.json';
const lock = JSON.parse(await readFile(file, 'utf8')) as { packages: Record<string, LockEntry> };
let added = 0;
for (const entry of Object.values(lock.packages)) {
	for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
		const isKnown = Object.keys(lock.packages).some((key) => key.endsWith(`node_modules/${name}`));
		// Ranges are left alone: only platform packages are pinned to the version of what needs them.
		if (isKnown || !/^\d/u.test(version)) continue;
		lock.packages[`node_modules/${name}`] = { version, dev: true, optional: true, ...platformOf(name) };
		added++;
	}
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
await writeFile(file, `${JSON.stringify(lock, undefined, '\t')}\n`);
console.log(`${added} optional packages added to ${file}.`);

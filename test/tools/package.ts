/** `npm run package`: builds for production and writes the VSIX. */
import { fileURLToPath } from 'node:url';
import { createVSIX } from '@vscode/vsce';
import { execFileSync } from 'node:child_process';

/** @returns absolute path of the VSIX */
export async function packageExtension(): Promise<string> {
	execFileSync('node', ['esbuild.mjs'], { stdio: 'inherit' });
	const target = fileURLToPath(new URL('../../out/acp-host.vsix', import.meta.url));
	await createVSIX({
		// Everything that is needed at run time is in the bundles.
		dependencies: false,
		allowMissingRepository: true,
		// There is no public repository that links of the README could lead to.
		rewriteRelativeLinks: false,
		packagePath: target,
	});
	return target;
}

if (import.meta.main) console.log(`Written: ${await packageExtension()}`);

/** `npm run package`: builds for production and writes the VSIX. */
import { fileURLToPath } from 'node:url';
import { createVSIX } from '@vscode/vsce';
import { execFileSync } from 'node:child_process';

/**
 * Builds what goes into it first, but in a run of suites, which begins with a build: a bundle that is written anew breaks
 * the window of another test that loads it at that moment.
 * @returns absolute path of the VSIX
 */
export async function packageExtension(): Promise<string> {
	if (process.env['ACP_TEST_SUITE'] === undefined)
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

/**
 * The built-in demo agent: a real ACP v1 agent on stdio that needs no key and no network.
 * It reads `ACP_HOST_DEMO_PACE` (milliseconds per streamed chunk) and `ACP_HOST_DEMO_STATE` (folder for transcripts).
 * With `--login` it is the program that logs the user in, with `--build` one that looks like a build.
 */
import { DemoAgent } from './demoAgent.ts';
import { readOptions } from './options.ts';
import { printBuild } from './pretendedBuild.ts';
import { serve } from './serve.ts';
import { logInInTerminal } from './account.ts';

// The extension runs us on Electron's binary; nothing that we or our terminals start may inherit that.
delete process.env['ELECTRON_RUN_AS_NODE'];

// The client is gone when the pipe breaks: there is nothing left to do.
process.stdout.on('error', () => process.exit(1));

const options = readOptions(process.env);
const args = process.argv.slice(2);
if (args.includes('--login')) void logInInTerminal(options).then((code) => process.exit(code));
else if (args[0] === '--build') void printBuild(Number(args[1]));
else serve(new DemoAgent(options), process.stdin, process.stdout, () => process.exit(0));

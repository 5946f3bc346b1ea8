/**
 * The built-in demo agent: a real ACP v1 agent on stdio that needs no key and no network.
 * It reads `ACP_HOST_DEMO_PACE` (milliseconds per streamed chunk) and `ACP_HOST_DEMO_STATE` (folder for transcripts).
 */
import { DemoAgent } from './demoAgent.ts';
import { readOptions } from './options.ts';
import { serve } from './serve.ts';

// The extension runs us on Electron's binary; nothing that we or our terminals start may inherit that.
delete process.env['ELECTRON_RUN_AS_NODE'];

// Whoever started us is gone when the pipe breaks: there is nothing left to do or to tell.
process.stdout.on('error', () => process.exit(1));

const agent = new DemoAgent(readOptions(process.env));
serve(agent, process.stdin, process.stdout, () => process.exit(0));

/**
 * A scriptable agent, run as a real child process: `node fakeAgent.ts <file.json | {inline JSON}>`.
 * `fakeAgentScript.ts` says what a script holds. What it receives is appended to the file FAKE_AGENT_RECORD.
 */
import { readFileSync } from 'node:fs';
import { FakeAgentPeer } from './fakeAgentPeer.ts';
import type { FakeAgentScript } from './fakeAgentScript.ts';

const source = process.argv[2] ?? '{}';
const text = source.trimStart().startsWith('{') ? source : readFileSync(source, 'utf8');
const script = JSON.parse(text) as FakeAgentScript;

// Our own scripts on Electron get this; it must not reach what we start (docs/decisions/processes.md).
delete process.env['ELECTRON_RUN_AS_NODE'];
if (script.ignoreTerm === true) process.on('SIGTERM', () => undefined);
// Keeps the process alive when stdin has ended or is not read.
if (script.ignoreEof === true || script.ignoreStdin === true) setInterval(() => undefined, 1000);

void new FakeAgentPeer(script).run();

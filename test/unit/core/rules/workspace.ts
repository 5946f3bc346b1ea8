/** A folder that need not be there: two below home, so that a way up leads to what a shell reads. */
import { homedir } from 'node:os';
import path from 'node:path';

export const workspace = path.join(homedir(), 'acp-host-test', 'ws');

export const at = (name: string): string => path.join(workspace, name);

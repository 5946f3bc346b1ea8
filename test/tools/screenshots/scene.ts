import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import type { Camera } from './camera.ts';

/** Brings something on the screen and takes its pictures. Begins with a session of its own. */
export interface Scene {
	readonly name: string;
	/** Scripted agents that it needs, by name. Scenes with some share a workbench without the demo agent. */
	readonly agents?: Readonly<Record<string, FakeAgentScript>>;
	run(camera: Camera): Promise<void>;
}

import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { forbidNetwork, projectFolder } from './noNetwork.ts';
import { hostTest, networkWatch } from './registry.ts';

hostTest('whoever tries to reach the network here fails and is noted [hazard F8]', () => {
	const watch = forbidNetwork(projectFolder());
	try {
		assert.throws(() => net.connect(80, '127.0.0.1'));
		assert.throws(() => http.get('http://127.0.0.1/'));
		assert.throws(() => globalThis.fetch('http://127.0.0.1/'));
		assert.equal(watch.attempts.length, 3);
	} finally {
		watch.end();
	}
});

hostTest(
	'nothing in this extension host has tried so far, in all the tests before this one [hazard F8]',
	() => {
		assert.ok(networkWatch.current !== undefined, 'It was not watched.');
		assert.deepEqual(networkWatch.current.attempts, []);
	},
);

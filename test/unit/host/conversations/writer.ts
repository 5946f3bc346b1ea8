/** A window that writes without a pause until it is killed: `writer.ts <folder> <key> <count>`. Says what it has said. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chunk, prompt } from '../../core/session/driver/play.ts';
import { keptSession } from './storeRig.ts';

const [folder = '', key = '', count = '0'] = process.argv.slice(2);
const kept = keptSession(folder, { key });
kept.play(prompt(`from ${process.pid}`));
for (let n = 1; n <= Number(count); n++) {
	kept.play(chunk(`${n} `));
	if (n % 10 === 0) {
		process.stdout.write(`${n}\n`);
		await sleep(1);
	}
	// As many writes as there can be: no pause of the log's own in between.
	if (process.env['FLUSH_EACH'] === '1') await kept.log.flush();
}
await kept.log.end();
process.stdout.write('done\n');

/** What a session is knows no language: sentences are chosen where they are shown (docs/decisions/language.md). */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTranslations } from '../../../src/core/base/l10n.ts';
import { saying, sayingCodes } from '../../../src/core/session/model/saying.ts';
import { noticeWords, said } from '../../../src/core/view/sayings.ts';

const source = path.join(import.meta.dirname, '../../../src/core/session');

describe('what a session is', () => {
	for (const room of ['model', 'reducer', 'log'])
		it(`knows no language in ${room}`, () => {
			const asking = readdirSync(path.join(source, room)).filter((file) =>
				/from '[^']*\/(?:l10n|sayings)\.ts'/u.test(readFileSync(path.join(source, room, file), 'utf8')),
			);
			assert.deepEqual(asking, []);
		});

	it('has words for each code, with all that belongs into them', () => {
		for (const code of sayingCodes) {
			const words = said({ code, args: ['1', '2', '3'] });
			assert.notEqual(words, '', code);
			assert.doesNotMatch(words, /\{\d\}|undefined/u, code);
		}
	});

	it('is said in the language in which it is shown, whenever it came about', (t) => {
		t.after(() => setTranslations({}));
		const notice = { title: saying('exited', 'Fake'), detail: [saying('wordless_hint'), 'exit code 3'] };
		assert.deepEqual(noticeWords(notice), {
			title: 'Fake exited',
			detail: 'The log may say why.\nexit code 3',
		});
		setTranslations({ '{0} exited': '{0} wurde beendet', 'The log may say why.': 'Siehe Protokoll.' }, 'de');
		assert.deepEqual(noticeWords(notice), {
			title: 'Fake wurde beendet',
			detail: 'Siehe Protokoll.\nexit code 3',
		});
		assert.equal(said('Was eine ältere Version gespeichert hat'), 'Was eine ältere Version gespeichert hat');
	});
});

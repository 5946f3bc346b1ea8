/** What a session is knows no language: sentences are chosen where they are shown (docs/decisions/language.md). */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { AgentError } from '../../../src/core/base/errors.ts';
import { setTranslations } from '../../../src/core/base/l10n.ts';
import { listing, sentence } from '../../../src/core/base/sentence.ts';
import { failureNotice } from '../../../src/core/session/driver/agentFailure.ts';
import { parseRecord } from '../../../src/core/session/log/logRecord.ts';
import { isSameWords, saying, sayingCodes, type Words } from '../../../src/core/session/model/saying.ts';
import { noticeWords, said } from '../../../src/core/view/sayings.ts';
import { connected, setup } from '../core/acp/support.ts';
import { parseMcpServers } from '../../../src/host/settings/mcpDefinition.ts';

const source = path.join(import.meta.dirname, '../../../src');

/** Where state comes about, changes and is stored, and where the errors that end up in it are thrown. */
const rooms = [
	'core/session/model',
	'core/session/reducer',
	'core/session/driver',
	'core/session/log',
	'core/acp',
	'node',
];
const knowsLanguage = /from '[^']*\/(?:l10n|sayings)\.ts'/u;

/** The title of a notice as it is read back from the disk. */
function parsedTitle(title: unknown): Words {
	const notice = { id: 'e1', type: 'notice', origin: 'host', turn: 1, severity: 'info', title, actions: [] };
	const record = parseRecord(JSON.stringify({ type: 'entry', entry: notice }));
	assert.ok(record?.type === 'entry' && record.entry.type === 'notice');
	return record.entry.title;
}

describe('what a session is', () => {
	for (const room of rooms)
		it(`knows no language in ${room}`, () => {
			const files = readdirSync(path.join(source, room), { recursive: true, encoding: 'utf8' });
			const sources = files.filter((file) => file.endsWith('.ts'));
			assert.ok(sources.length > 3);
			const asking = sources.filter((file) =>
				knowsLanguage.test(readFileSync(path.join(source, room, file), 'utf8')),
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

	it('is the same when its code and parameters are, wherever it was read', () => {
		const [one, again, other] = [saying('exited', 'A'), saying('exited', 'A'), saying('exited', 'B')];
		assert.equal(isSameWords(one, again), true);
		assert.equal(isSameWords([one, 'code 3'], [again, 'code 3']), true);
		assert.equal(isSameWords(one, other), false);
		assert.equal(isSameWords(one, 'A exited'), false);
		assert.equal(isSameWords(undefined, undefined), true);
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

	it('is said where what was stored has fields of both kinds, or a code that is none', () => {
		const sentences = { sentence: 'It is {0}', args: ['here'] };
		for (const [stored, shown] of [
			[{ code: 'stopped', args: [], sentence: 5 }, 'Stopped'],
			[{ ...sentences, code: 'none_of_ours' }, 'It is here'],
			[{ ...sentences, code: 'constructor' }, 'It is here'],
		] as const)
			assert.equal(said(parsedTitle(stored)), shown);
	});

	it('does not keep the language in which an error was thrown', (t) => {
		t.after(() => setTranslations({}));
		const german = {
			'Could not start "{0}": {1}': '"{0}" konnte nicht gestartet werden: {1}',
			'command not found on PATH': 'nicht im PATH gefunden',
		};
		setTranslations(german, 'de');
		const why = sentence('command not found on PATH');
		const error = new AgentError('spawn', [
			sentence('Could not start "{0}": {1}', 'x', why),
			'its own words',
		]);
		const shown = '"x" konnte nicht gestartet werden: nicht im PATH gefunden\nits own words';
		assert.equal(error.message, shown);
		const notice = failureNotice('Fake', error);
		assert.doesNotMatch(JSON.stringify(notice), /konnte|gefunden/u);
		assert.equal(noticeWords(notice).detail, shown);
		setTranslations({});
		assert.equal(noticeWords(notice).detail, 'Could not start "x": command not found on PATH\nits own words');
	});

	it('does not keep the language in which the tool servers of a session were read', (t) => {
		t.after(() => setTranslations({}));
		const german = { '"command" must name a program.': '"command" muss ein Programm nennen.' };
		setTranslations(german, 'de');
		const { problems } = parseMcpServers({ a: { command: '' } }, 'here');
		assert.doesNotMatch(JSON.stringify(problems), /muss/u);
		assert.deepEqual(problems.map(said), ['here → "a": "command" muss ein Programm nennen.']);
	});

	it('calls modes and models of the older kind in the language in which they are shown', async (t) => {
		t.after(() => setTranslations({}));
		setTranslations({ Mode: 'Modus', Model: 'Modell' }, 'de');
		const { wire, agent } = await connected({});
		const choices = [{ id: 'a', modelId: 'a', name: 'A' }];
		wire.answers.set('session/new', () => ({
			sessionId: 's1',
			modes: { currentModeId: 'a', availableModes: choices },
			models: { currentModelId: 'a', availableModels: choices },
		}));
		const { options } = await agent.newSession(setup('/work'));
		assert.doesNotMatch(JSON.stringify(options), /Modus|Modell/u);
		const names = [options.modes?.name ?? '', options.models?.name ?? ''];
		assert.deepEqual(names.map(said), ['Modus', 'Modell']);
		assert.equal(said(listing(names)), 'Modus, Modell');
		setTranslations({});
		assert.equal(said(listing(names)), 'Mode, Model');
	});
});

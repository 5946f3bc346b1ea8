/** That nothing is shown in English in a window of another language: the view, messages, lists, notices, errors. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untranslatedStrings } from '../../../tools/untranslatedStrings.ts';
import { parseSource, readSources } from '../../../tools/sourceTree.ts';

/** What agents read, not people. */
const forAgents = new Set(['src/host/agents/windowTools.ts', 'src/core/acp/methods.ts']);

const bareIn = async (text: string): Promise<readonly string[]> =>
	(await untranslatedIn(text)).map((found) => found.replace(/^\S+ /u, ''));
const untranslatedIn = async (text: string): Promise<readonly string[]> =>
	untranslatedStrings({ name: 'a.ts', text, tree: await parseSource(text) });

describe('words that are not localised', () => {
	it('are found where people read them', async () => {
		const samples: readonly (readonly [string, readonly string[]])[] = [
			["window.showErrorMessage('Broken', t('Show Log'))", ['Broken']],
			['window.showInformationMessage(messageText(`${name} is gone.`))', ['is gone.']],
			["picker.title = isOn ? 'On' : t('Off')", ['On']],
			["showQuickPick(items, { placeHolder: 'Choose one', canPickMany: true })", ['Choose one']],
			["new AgentError('denied', 'Not here.')", ['Not here.']],
			["element('div', 'a-class', 'Text', child)", ['Text']],
			["iconButton('close', 'Close', run)", ['Close']],
			['html`<p class="one" title="Tip">Hello ${name}</p>`', ['Hello', 'Tip']],
			["html`<p title=${t('Tip')}>${t('Hello {0}', name)}</p>`", []],
			["{ title: 'ACP Host', detail: t('Yes'), id: 'an-id' }; other.name = 'x y'", []],
		];
		for (const [text, bare] of samples)
			assert.deepEqual(await bareIn(`(() => { ${wrapped(text)} })`), bare, text);
	});

	it('are nowhere', async () => {
		const sources = await readSources('src/{core,host,node,webview}/**/*.ts');
		assert.ok(sources.length > 200);
		assert.deepEqual(sources.filter(({ name }) => !forAgents.has(name)).flatMap(untranslatedStrings), []);
	});
});

/** An object alone would be a block. */
function wrapped(text: string): string {
	return text.startsWith('{') ? `use(${text.replace('}; ', '}); (')})` : text;
}

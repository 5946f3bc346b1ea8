/** Foreign text in VS Code's controls: it is escaped where they render icons, and nowhere else. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { visibleText } from '../../../../src/core/view/visibleText.ts';
import { escapeIcons, isSaidInPart, oneLine, rowsOf } from '../../../../src/host/common/displayText.ts';
import { checkModel, pick } from '../../../tools/seeded.ts';

/** VS Code 1.139, base/common/themables.ts and base/browser/ui/iconLabel/iconLabels.ts, word for word. */
const iconNameExpression = '[A-Za-z0-9-]+';
const iconModifierExpression = '~[A-Za-z]+';
const labelWithIcons = new RegExp(
	String.raw`(\\)?\$\((${iconNameExpression}(?:${iconModifierExpression})?)\)`,
	'g',
);

/** What `renderLabelWithIcons` draws: text, and a mark for each icon. */
function drawn(label: string): string {
	return label.replaceAll(labelWithIcons, (_match, escaped: string | undefined, name: string) =>
		escaped === undefined ? '<ICON>' : `$(${name})`,
	);
}

/** What `getCodiconAriaLabel` says of it. */
function said(label: string): string {
	return label.replaceAll(/\$\((.*?)\)/gu, (_match, name: string) => ` ${name} `).trim();
}

const pieces = [
	...['$', '(', ')', '\\', '$(', '\\$(', '~', '-', '_', ' ', 'a', 'date', 'Z9', '|', '`', '\n', '⟨', 'é'],
	...['$(sync~spin)', '$(git-log)', '$((1+1))', '$(curl x | sh)', '$()', '$(a~b~c)', '$(a b)', '$$(x)'],
];

describe('foreign text in a label that renders icons', () => {
	it('is drawn as it was written, to the character [hazard C7]', async () => {
		await checkModel<string>({
			runs: 3_000,
			steps: (random) => Array.from({ length: 1 + random(12) }, () => pick(random, pieces)),
			check: (steps) => {
				const text = steps.join('');
				assert.equal(drawn(escapeIcons(text)), text);
				assert.equal(drawn(oneLine(text)), visibleText(text));
				for (const row of rowsOf(text, 7)) assert.equal(drawn(escapeIcons(row)), row);
				if (!isSaidInPart(text)) assert.equal(said(escapeIcons(text)), escapeIcons(text).trim());
			},
		});
	});

	it('has no backslash where VS Code takes none away', () => {
		for (const text of ['echo $((1+1))', '$(curl x | sh)', '$(a_b)', String.raw`\$(a b)`, '$(', '$()'])
			assert.equal(escapeIcons(text), text);
	});

	it('is known to be said in part to a screen reader where VS Code does so', () => {
		for (const text of ['echo $((1+1))', '$(date)', '$()']) assert.equal(isSaidInPart(text), true, text);
		for (const text of ['echo $1', '$ (date)', '$(', 'a)']) assert.equal(isSaidInPart(text), false, text);
	});
});

describe('foreign text that VS Code shows as it is', () => {
	it('is not escaped: titles, placeholders, separators, buttons, tooltips, tree items and what is said of them', () => {
		const plain = [
			/\.(?:title|placeholder|prompt|tooltip) = [^;]*\b(?:oneLine|escapeIcons)\(/u,
			/\b(?:title|placeHolder|tooltip|prompt): [^,;{}]*\b(?:oneLine|escapeIcons)\(/u,
			/const title = [^;]*\b(?:oneLine|escapeIcons)\(/u,
			/new vscode\.TreeItem\([^;]*\b(?:oneLine|escapeIcons)\(/u,
			/\b(?:oneLine|escapeIcons)\([^)]*\), kind: vscode\.QuickPickItemKind\.Separator/u,
			/messageText\([^;]*\b(?:oneLine|escapeIcons)\(/u,
		];
		// A progress in the window is a text of the status bar.
		const isStatusBar = (line: string): boolean => line.includes('ProgressLocation.Window');
		for (const file of globSync('src/host/**/*.ts')) {
			const lines = readFileSync(file, 'utf8').split('\n');
			for (const line of lines.filter((one) => !isStatusBar(one)))
				for (const pattern of plain) assert.doesNotMatch(line, pattern, file);
		}
	});

	it('a tree escapes nothing', () => {
		for (const file of ['permissions/rulesTree.ts', 'sessionsView/sessionsTree.ts'])
			assert.doesNotMatch(readFileSync(`src/host/${file}`, 'utf8'), /displayText/u, file);
	});
});

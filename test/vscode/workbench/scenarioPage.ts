/** The chat view while the scenario agent plays in it. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type { JsonObject } from '../../../src/core/base/json.ts';
import type { Shape } from '../../agents/promptTurns.ts';
import { scenarioAgentCommand } from '../../agents/scenarioAgentCommand.ts';
import type { ChatPage } from './chatPage.ts';
import { eventually } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import type { Workbench } from './workbench.ts';

/** An entry of `acpHost.agents` for each shape. Sessions and gates stand beside the workspace. */
export function scenarioAgents(shapes: readonly Shape[]): JsonObject {
	const beside = '${workspaceFolder}/..';
	return Object.fromEntries(
		shapes.map((shape) => {
			const store = `${beside}/sessions-${shape}`;
			const command = scenarioAgentCommand({ shape, store, gates: beside });
			return [`Shape ${shape}`, { ...command, protocol: shape === 'v1' ? 1 : 2 }];
		}),
	);
}

export class ScenarioPage {
	readonly chat: ChatPage;
	readonly #workbench: Workbench;

	constructor(workbench: Workbench) {
		this.#workbench = workbench;
		this.chat = workbench.chat;
	}

	/** Sends and waits until the message stands in the transcript, or in the queue. */
	async send(text: string): Promise<void> {
		await this.chat.send(text);
		const composer = await this.chat.composer();
		await eventually(
			() => composer.inputValue(),
			(value) => value === '',
		);
	}

	/** Waits for the end of the turn. */
	async ready(timeoutMs = 20_000): Promise<void> {
		await this.chat.waitForStatus('Ready', timeoutMs);
	}

	/** Answers the picker whose title names `subject`, once it takes answers. */
	async answer(subject: string, option: string): Promise<void> {
		const { quickInput } = this.#workbench;
		await quickInput.waitForTitle(subject);
		await this.chat.waitForStatus('Waiting for permission');
		await guardOver();
		await quickInput.pick(option);
		await quickInput.waitClosed();
	}

	/** Entries that say exactly this, once their text has no more than single blanks. */
	async countOf(text: string | RegExp, name: string | RegExp = /.*/u): Promise<number> {
		const entries = await (await this.chat.articles(name)).all();
		const texts = await Promise.all(entries.map(async (entry) => said(await entry.innerText())));
		return texts.filter((said) => (typeof text === 'string' ? said === text : text.test(said))).length;
	}

	async lastText(name: string | RegExp): Promise<string> {
		return (await (await this.chat.articles(name)).last().textContent()) ?? '';
	}

	/** The last card of that name, with its body. */
	async unfolded(name: string): Promise<Locator> {
		const card = (await this.chat.articles(name)).last();
		const fold = card.getByRole('button', { expanded: false }).first();
		if ((await fold.count()) > 0) await fold.click();
		return card;
	}

	async openDiff(title: string): Promise<void> {
		const card = await this.unfolded(`Tool call: ${title}`);
		await card
			.getByRole('button', { name: /Open Diff/u })
			.first()
			.click();
	}

	/** Waits until the message stands in the queue. */
	async queued(text: string): Promise<void> {
		const queue = (await this.chat.frame()).getByRole('region', { name: 'Queued messages' });
		await queue.getByText(text).first().waitFor();
	}

	/** Lets the agent go on. */
	async openGate(name: string): Promise<void> {
		await writeFile(path.join(path.dirname(this.#workbench.folder), name), '');
	}
}

function said(text: string): string {
	return text.replaceAll(/\s+/gu, ' ').trim();
}

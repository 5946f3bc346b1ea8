import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ToView, ViewAgent } from '../../core/view/toView.ts';
import type { Post } from '../page/api.ts';
import { element, icon, textButton } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';

type Empty = Extract<ToView, { type: 'empty' }>;

/** What stands here before the first session: the agents, and what is wrong with the settings. */
export class EmptyView {
	readonly element = element('main', 'empty-view');
	readonly #post: Post;

	constructor(post: Post) {
		this.#post = post;
	}

	update({ agents, problems }: Empty): void {
		render(
			html`<div class="empty-icon">${icon('comment-discussion')}</div>
				<h2>${t('Work with an agent')}</h2>
				<p class="muted">
					${t('An agent reads your workspace, open editors included, proposes changes and asks before it acts.')}
				</p>
				${textButton('wide', t('New Session'), () => this.#post({ type: 'newSession' }))}
				${agents.length === 0 ? nothing : this.#agents(agents)}
				${problems.length === 0 ? nothing : this.#problems(problems)}
				${textButton('link-button', html`${icon('settings-gear')} ${t('Open Settings')}`, this.#openSettings)}`,
			this.element,
		);
	}

	#agents(agents: readonly ViewAgent[]): TemplateResult {
		return html`<div class="agents" role="group" aria-label=${t('Start with')}>
			<div class="muted" aria-hidden="true">${t('Start with')}</div>
			${agents.map(({ name: agent, title }) => {
				const words = html`${icon('sparkle')} ${untrustedTemplate(title)}`;
				return textButton('secondary wide', words, () => this.#post({ type: 'newSession', agent }));
			})}
		</div>`;
	}

	#problems(problems: readonly string[]): TemplateResult {
		return html`<ul class="problems" aria-label=${t('Problems in the settings')}>
			${problems.map((problem) => html`<li>${icon('warning')}<span>${untrustedTemplate(problem)}</span></li>`)}
		</ul>`;
	}

	/** Not about an entry, so it names none. */
	readonly #openSettings = (): void => this.#post({ type: 'notice', entryId: '', action: 'open_settings' });
}

/** The words of what the host says in a transcript (`core/session/model/saying.ts`), in the language of the window. */
import { language, spoken, t } from '../base/l10n.ts';
import { isSentence } from '../base/sentence.ts';
import type { NoticeEntry, SubagentEntry } from '../session/model/entry.ts';
import type { Saying, SayingArgument, SayingCode, Words } from '../session/model/saying.ts';
import { subagentName } from './entryWords.ts';
import { visibleText } from './visibleText.ts';

type Text = string | number;

const sentences: Readonly<Record<SayingCode, (one: Text, two: Text, three: Text) => string>> = {
	cannot_do: (agent) => t('{0} cannot do that', agent),
	request_not_accepted: (agent) => t('{0} did not accept the request', agent),
	session_unknown: (agent) => t('{0} does not know this session any more', agent),
	service_login_refused: (agent) => t('The service behind {0} refused the login', agent),
	service_busy: (agent) => t('The service behind {0} takes no more requests now', agent),
	service_problem: (agent) => t('The service behind {0} has a problem', agent),
	choice_refused: (agent, option) => t('{0} did not change "{1}"', agent, option),
	choices_refused: (agent) => t('{0} did not take all the options that you chose last', agent),
	spawn_failed: (agent) => t('{0} could not be started', agent),
	exited: (agent) => t('{0} exited', agent),
	unreachable: (agent) => t('{0} cannot be reached', agent),
	no_connection: (agent) => t('There is no connection to {0}', agent),
	disconnected: (agent) => t('The connection to {0} broke', agent),
	exited_often: (agent, times, minutes) =>
		t('{0} exited {1} times within {2} minutes', agent, times, minutes),
	exited_often_hint: () => t('It will hardly do better next time. The log may say why.'),
	unknown_protocol: (agent) => t('{0} does not speak a protocol that ACP Host understands', agent),
	no_answer: (agent) => t('{0} does not answer', agent),
	too_large: (agent) => t('{0} sent a message that is too large', agent),
	not_reading: (agent) => t('{0} stopped reading', agent),
	not_allowed: (agent) => t('{0} may not run here', agent),
	secret_refused: (agent) => t('{0} does not take the secret that you entered', agent),
	not_offered: (agent) => t('{0} does not offer that', agent),
	not_taken: (agent) => t('{0} did not take the message', agent),
	not_steered: (agent) => t('{0} did not take your message into its turn', agent),
	not_steered_hint: () => t('It waits in the queue until the turn is over.'),
	steering_unanswered: (agent) => t('{0} has not said whether it took your message into its turn', agent),
	steering_unanswered_hint: () =>
		t('It may have arrived, so it waits in the queue: Resume sends it once more, or remove it there.'),
	cancelled: () => t('Cancelled'),
	reported_error: (agent) => t('{0} reported an error', agent),
	unnamed_error: () => t('It did not say which.'),
	stopped: () => t('Stopped'),
	token_limit: () => t('The answer reached the limit of tokens'),
	request_limit: () => t('The turn reached the limit of model requests'),
	refused: (agent) => t('{0} refused to continue', agent),
	refused_hint: () => t('It will not remember your last message, nor what came after it.'),
	blocked: (agent) => t('{0} cannot go on yet', agent),
	blocked_hint: () => t('Send a message when it has what it needs.'),
	blocked_resume_hint: () => t('Go on when it has what it needs.'),
	other_reason: (agent) => t('{0} stopped for a reason of its own', agent),
	other_reason_name: (name) => t('It calls it "{0}".', name),
	not_stopped: (agent) => t('{0} has not stopped yet', agent),
	not_stopped_hint: () => t('You can wait, or end its process. The conversation stays.'),
	wordless: (agent) => t('{0} ended its turn without a word', agent),
	wordless_hint: () => t('The log may say why.'),
	history_missing: () => t('The session is back, its history is not'),
	history_missing_hint: () => t('The agent remembers the conversation, but did not send it again.'),
	started_anew: (agent) => t('{0} was started anew', agent),
	started_anew_hint: () => t('It does not remember the conversation above.'),
	not_brought_back: (agent) => t('{0} could not bring this session back', agent),
	not_brought_back_hint: () => t('Your next message starts a new conversation.'),
	cannot_copy: (agent) => t('{0} cannot copy sessions', agent),
	cannot_copy_hint: () => t('This is a new conversation: it knows nothing of the other one.'),
	slow_start: (agent) => t('{0} is taking long to start', agent),
	slow_start_hint: () => t('Some agents download themselves on first use. The log shows what it says.'),
	slow_start_noise: (line) =>
		t('It prints text that is no protocol, such as {0}. The log shows all of it.', line),
	servers_left_out: () => t('Some tool servers were left out'),
	servers_not_taken: (agent, names) => t('{0} does not take tool servers of this kind: {1}.', agent, names),
	servers_same_name: (name) => t('Several tool servers are named {0}: only the first of them is used.', name),
	permission_refused: () => t('A request for permission was refused'),
	permission_same_ids: (id) =>
		t(
			'Two of its answers have the same id, “{0}”, so the agent could not tell which one you mean. Nothing was allowed.',
			id,
		),
	entries_left_out: (count) =>
		count === 1 ? t('1 older entry was not kept') : t('{0} older entries were not kept', count),
	turns_left_out: (count) =>
		count === 1
			? t("1 earlier turn is not in the agent's history any more")
			: t("{0} earlier turns are not in the agent's history any more", count),
	turn_outside_history: () => t("This turn is not in the agent's history"),
	rest_outside_history: () => t("The rest of this turn is not in the agent's history"),
	restarted: () => t('The agent was restarted, and the turn ended with it'),
	ended: () => t('Ended'),
	ended_hint: () => t('Your next message starts the agent again.'),
	ended_elsewhere_hint: () =>
		t('Its process was ended from another session that shares it. Your next message starts it again.'),
	interrupted: () => t('The turn was interrupted when the window was reloaded'),
	conversation_lost: () => t('This conversation ended when the window was reloaded'),
	conversation_lost_hint: (agent) =>
		t('{0} cannot bring its sessions back. Your next message starts a new one.', agent),
	attachments_lost: (_more, names) =>
		t('Too large to be kept over the reload, so no longer attached: {0}', names),
	images_not_sent: (agent) => t('Not sent: {0}', t('{0} does not take images.', agent)),
	audio_not_sent: (agent) => t('Not sent: {0}', t('{0} does not take audio.', agent)),
	not_sent_hint: () => t('Take off what it does not take, then send again.'),
	went_back: (prompt) => t('Went back to before “{0}”', prompt),
	went_back_unnamed: () => t('Went back to an earlier checkpoint'),
	went_back_files: (count) =>
		count === 1
			? t('1 file is as it was then. The conversation goes on from here.')
			: t('{0} files are as they were then. The conversation goes on from here.', count),
	went_back_some: (count, of) =>
		t('{0} of {1} changed files went back. The conversation goes on from here.', count, of),
	redone: () => t('Went back, then redone'),
};

/** In the language of the window. */
export function said(words: Words): string {
	if (!isKnown(words)) return spoken(words);
	const { code, args } = words;
	const [more = 0] = args;
	const texts = args.map((arg) => {
		if (isNames(arg)) return listed(arg, code === 'attachments_lost' ? more : 0);
		return isSentence(arg) ? spoken(arg) : arg;
	});
	const [one = '', two = '', three = ''] = texts;
	return sentences[code](one, two, three);
}

/** What is read back from the disk has one of the shapes, and may have more fields than that. */
function isKnown(words: Words): words is Saying {
	return typeof words !== 'string' && 'code' in words && Object.hasOwn(sentences, words.code);
}

/** Title and detail of a notice. */
export function noticeWords({
	title,
	detail,
	wentBack,
}: Pick<NoticeEntry, 'title' | 'detail' | 'wentBack'>): {
	readonly title: string;
	readonly detail?: string;
} {
	if (wentBack?.redoneBy !== undefined) return { title: said({ code: 'redone', args: [] }) };
	if (detail === undefined) return { title: said(title) };
	return { title: said(title), detail: isLines(detail) ? detail.map(said).join('\n') : said(detail) };
}

/** As the agent calls it. */
export function subagentTitle({ title, kind }: Pick<SubagentEntry, 'title' | 'kind'>): string {
	return title === '' ? subagentName(kind) : title;
}

function isLines(detail: Words | readonly Words[]): detail is readonly Words[] {
	return Array.isArray(detail);
}

function isNames(arg: SayingArgument): arg is readonly string[] {
	return Array.isArray(arg);
}

/** @param more things that are not named */
function listed(names: readonly string[], more: SayingArgument): string {
	const shown = names.map((name) => visibleText(name));
	const count = Number(more);
	const list = count > 0 ? [...shown, t('{0} more', count)] : shown;
	return new Intl.ListFormat(language()).format(list);
}

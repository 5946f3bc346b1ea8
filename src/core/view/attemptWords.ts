/** Attempts in words, in the language of the window. Untrusted words stay as they are. */
import { t } from '../base/l10n.ts';
import type { AttemptCause, Attempts } from '../session/model/attempts.ts';

const causes: Readonly<Record<AttemptCause, () => string>> = {
	network: () => t('network error'),
	timeout: () => t('no answer in time'),
	rate_limit: () => t('too many requests'),
	overloaded: () => t('service overloaded'),
	server_error: () => t('problem of the service'),
	tool_error: () => t('the tool failed'),
	other: () => '',
};

/** Such as `Attempt 2 of 3 · network error`, or how it went. When the next one runs is not in it. */
export function attemptWords(attempts: Attempts): string {
	const { failure } = attempts;
	const cause = failure === undefined ? '' : causes[failure.cause]();
	return cause === '' ? attemptName(attempts) : `${attemptName(attempts)} · ${cause}`;
}

function attemptName({ number, of, state }: Attempts): string {
	switch (state) {
		case 'waiting':
		case 'running':
			return of === undefined || of < number ? t('Attempt {0}', number) : t('Attempt {0} of {1}', number, of);
		case 'recovered':
			return t('Recovered after attempt {0}', number);
		case 'gave_up':
			return t('Gave up after attempt {0}', number);
		case 'stopped':
			return t('Stopped at attempt {0}', number);
	}
}

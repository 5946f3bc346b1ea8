/**
 * A moment on the wire (RFC 3339, with its distance to UTC) as the browser's control has it: local, without one.
 * What the user did not change goes back as it came.
 */
export class LocalMoment {
	/** For the control; empty when there is no moment. */
	readonly local: string;
	readonly #initial: string;

	constructor(initial = '') {
		const date = new Date(initial);
		this.local = Number.isNaN(date.getTime()) ? '' : localText(date);
		this.#initial = initial;
	}

	/** @param local what the control has */
	read(local: string): string {
		if (local === '') return '';
		const date = new Date(local);
		// The control may write the same moment in another way.
		if (this.local !== '' && date.getTime() === new Date(this.local).getTime()) return this.#initial;
		return Number.isNaN(date.getTime()) ? local : `${localText(date)}${offsetText(date)}`;
	}
}

function localText(date: Date): string {
	const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())];
	const time = [two(date.getHours()), two(date.getMinutes()), two(date.getSeconds())];
	return `${day.join('-')}T${time.join(':')}`;
}

function offsetText(date: Date): string {
	const minutes = -date.getTimezoneOffset();
	const size = Math.abs(minutes);
	return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function two(value: number): string {
	return String(value).padStart(2, '0');
}

/** What the keys in the message field do, the first that takes the key. */
interface ComposerKeys {
	/** A list above the field takes the key. */
	listPressed(key: string): boolean;
	/** @param isUrgent it is not to wait for the end of a turn that runs */
	submit(isUrgent: boolean): void;
	/** Stops the agent. False when it does nothing. */
	stop(): boolean;
	/** What was sent before comes into the field. */
	historyPressed(key: string): boolean;
}

export function pressedInComposer(event: KeyboardEvent, keys: ComposerKeys): void {
	// The keys of an input method are not ours. 229 is how some engines say so.
	if (event.isComposing || event.keyCode === 229) return;
	if (takes(event, keys)) event.preventDefault();
}

function takes(event: KeyboardEvent, keys: ComposerKeys): boolean {
	const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
	const isPlain = !shiftKey && !altKey && !ctrlKey && !metaKey;
	if (isPlain && keys.listPressed(key)) return true;
	if (key === 'Enter' && !shiftKey) {
		keys.submit(altKey);
		return true;
	}
	if (!isPlain) return false;
	return (key === 'Escape' && keys.stop()) || keys.historyPressed(key);
}

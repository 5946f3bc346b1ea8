import { messageText } from './displayText.ts';

/** Says something beside a button for what to do about it. @param say such as `vscode.window.showWarningMessage` */
export function sayWithButton(
	say: (text: string, button: string) => Thenable<string | undefined>,
	text: string,
	button: string,
	run: () => unknown,
): void {
	void say(messageText(text), button).then((choice) => (choice === button ? run() : undefined));
}

import { element } from './dom.ts';
import { leaveFocus } from './moveFocus.ts';
import { type LazyScript, loadProblem } from './lazyScript.ts';

/** Draws a value in a place, and nothing of it that is undefined. */
interface Drawing<Value> {
	update(value: Value | undefined): void;
	dispose?(): void;
}

/** A place for what is drawn by a script of its own, which is loaded with the first value. Hidden without one. */
export class LazySlot<Value, Script> {
	readonly element: HTMLElement;
	readonly #script: LazyScript<Script>;
	readonly #make: (script: Script, place: HTMLElement) => Drawing<Value>;
	#value: Value | undefined;
	#drawing: Drawing<Value> | undefined;

	constructor(
		className: string,
		script: LazyScript<Script>,
		make: (script: Script, place: HTMLElement) => Drawing<Value>,
	) {
		this.element = element('div', className);
		this.element.hidden = true;
		this.#script = script;
		this.#make = make;
	}

	update(value: Value | undefined): void {
		this.#value = value;
		if (value === undefined) leaveFocus(this.element);
		this.element.hidden = value === undefined;
		if (value === undefined) this.#drawing?.update(undefined);
		else this.#script.whenLoaded(this.#draw, this.#fail);
	}

	/** Nothing goes on without it, such as a clock. */
	dispose(): void {
		this.#value = undefined;
		this.#drawing?.dispose?.();
	}

	readonly #draw = (script: Script): void => {
		// It may be gone by now.
		if (this.#value === undefined) return;
		this.#drawing ??= this.#make(script, this.element);
		this.#drawing.update(this.#value);
	};

	readonly #fail = (failure: string): void => {
		this.element.textContent = loadProblem(failure);
	};
}

/** One element of the view in one state, as a picture shows it. */
import type { ToView } from '../../../src/core/view/toView.ts';
import type { ViewPage } from '../harness.ts';

export interface Scene {
	/** Name of its files. */
	readonly name: string;
	/** What has to be true of the picture. */
	readonly look: string;
	/** Pixels. */
	readonly height: number;
	/** What an earlier life of the view saved, such as what is unfolded. */
	readonly state?: unknown;
	readonly messages: readonly ToView[];
	/** What is done before the picture is taken. */
	readonly act?: (view: ViewPage) => Promise<void>;
}

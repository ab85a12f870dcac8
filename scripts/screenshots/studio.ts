import type { Browser } from 'playwright-core';

import type { Editor } from '../../playground/browser/editor.ts';
import type { Playground } from '../../playground/playground.ts';

/** What every picture is made with. */
export interface Studio {
	readonly editor: Editor;
	readonly browser: Browser;
	readonly playground: Playground;
	/** The folder for the pictures. */
	readonly folder: string;
}

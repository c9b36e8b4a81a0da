import { NEEDS } from '../../apps/server/src/test/needs.ts';
import { oldChromium } from '../../scripts/old-chromium.ts';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import type { Browser } from './tab.ts';
import { startWebKit } from './webkit.ts';

export type KnownBrowser = {
  readonly name: string;
  readonly isThere: () => boolean;
  readonly start: () => Promise<Browser>;
  /** Words of the browser about itself in the console, of which no page is the cause. */
  readonly ownWords?: RegExp;
};

/** Its policy refuses the style of the arrow that it draws itself into a field with suggestions. */
export const CHROMIUM_92: KnownBrowser = {
  name: 'Chromium 92',
  isThere: NEEDS.chromium92.isMet,
  start: () => startChromium(oldChromium(92)),
  ownWords: /^Refused to apply inline style/,
};

/** It tells the makers of pages of popovers to come, which it has not. */
export const CHROMIUM_109: KnownBrowser = {
  name: 'Chromium 109',
  isThere: NEEDS.chromium109.isMet,
  start: () => startChromium(oldChromium(109)),
  ownWords: /^Found a 'popover' attribute/,
};

/** It tells of each file of a page that it gave up because the page was left; the steps notice one that is missing. */
export const FIREFOX: KnownBrowser = {
  name: 'Firefox ESR',
  isThere: NEEDS.firefox.isMet,
  start: () => startFirefox('firefox-esr'),
  ownWords: /^(TypeError: error loading dynamically imported module|Error: Unable to preload CSS)/,
};

export const WEBKIT: KnownBrowser = { name: 'WebKitGTK', isThere: NEEDS.webkit.isMet, start: startWebKit };

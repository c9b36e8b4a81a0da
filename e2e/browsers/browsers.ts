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
};

export const CHROMIUM_92: KnownBrowser = {
  name: 'Chromium 92',
  isThere: NEEDS.chromium92.isMet,
  start: () => startChromium(oldChromium(92)),
};

export const CHROMIUM_109: KnownBrowser = {
  name: 'Chromium 109',
  isThere: NEEDS.chromium109.isMet,
  start: () => startChromium(oldChromium(109)),
};

export const FIREFOX: KnownBrowser = {
  name: 'Firefox ESR',
  isThere: NEEDS.firefox.isMet,
  start: () => startFirefox('firefox-esr'),
};

export const WEBKIT: KnownBrowser = { name: 'WebKitGTK', isThere: NEEDS.webkit.isMet, start: startWebKit };

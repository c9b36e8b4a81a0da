import { CHROMIUM_92 } from './browsers.ts';
import { walkIn } from './walk.ts';

walkIn(CHROMIUM_92);

import { CHROMIUM_109 } from './browsers.ts';
import { walkIn } from './walk.ts';

walkIn(CHROMIUM_109);

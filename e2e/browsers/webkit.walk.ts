import { WEBKIT } from './browsers.ts';
import { walkIn } from './walk.ts';

walkIn(WEBKIT);

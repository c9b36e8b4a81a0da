import { FIREFOX } from './browsers.ts';
import { walkIn } from './walk.ts';

walkIn(FIREFOX);

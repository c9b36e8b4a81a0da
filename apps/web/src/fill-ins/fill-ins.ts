/**
 * Functions that the app uses and browsers of the floor lack, or all browsers on a network without TLS. The app loads this file only
 * where something is missing (`main.tsx`), before it starts; `scripts/floor/exceptions.ts` names what each line is for.
 */
import 'core-js/modules/es.array.at.js';
import 'core-js/modules/es.array.find-last.js';
import 'core-js/modules/es.array.to-reversed.js';
import 'core-js/modules/es.array.to-sorted.js';
import 'core-js/modules/es.map.group-by.js';
import 'core-js/modules/es.string.at-alternative.js';
import 'core-js/modules/web.url.can-parse.js';
import { fillInChannels } from './channels.ts';
import { fillInDialogs } from './dialogs.ts';
import { fillInLetters } from './letters.ts';
import { fillInPopovers } from './popovers.ts';
import { fillInSecure } from './secure.ts';

fillInChannels();
fillInDialogs();
fillInLetters();
fillInPopovers();
fillInSecure();

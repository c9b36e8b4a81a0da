import { DICTIONARIES } from './dictionaries.ts';
import { MESSAGES } from './messages.ts';
import { SIGNATURES } from './signatures.ts';
import { VERSIONS } from './versions.ts';

for (const probe of [...SIGNATURES, ...DICTIONARIES, ...VERSIONS, ...MESSAGES]) console.log(JSON.stringify(probe));

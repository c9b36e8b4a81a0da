import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Node keeps what it stripped and compiled here, so only the first start compiles the program. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));

// Static imports are read before any statement runs, so the program is imported once its compiled form can be kept.
enableCompileCache(COMPILED);
await import('./serve.ts');

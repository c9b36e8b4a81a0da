/** The variable that `npm test` sets, and `npm run test:all` and a runner started by hand do not. */
export const GATE = 'GATE';

/**
 * The gate runs on each change: no `*.long.*` file, on the embedded database `*.both.*` and `*.pglite.*` alone, and of the
 * journeys `*.gate.spec.ts` in English.
 */
export const isGate = process.env[GATE] !== undefined;

/** `npm run proof` sets it: claims of which `npm run test:all` shows a part are shown at their full length. */
export const isProof = process.env['PROOF'] !== undefined;

/** A module that a node would not run. The message is what the deploy's result says. */
export class WasmError extends Error {}

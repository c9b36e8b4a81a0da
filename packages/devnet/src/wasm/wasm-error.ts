/** A module that a node would not run. The message is shown in the deploy's result. */
export class WasmError extends Error {}

/** An execution ended by the rules: whatever it wrote is dropped, its gas is paid. The message is shown in the result. */
export class Trap extends Error {}

export class OutOfGas extends Trap {
  constructor() {
    super('Out of gas error');
  }
}

const USER_ERROR = 65536;

/** The contract itself ended the execution. Codes from 65536 on are the contract's own, counted from zero. */
export class Revert extends Trap {
  readonly code: number;

  constructor(code: number) {
    super(code >= USER_ERROR && code < 2 * USER_ERROR ? `User error: ${code - USER_ERROR}` : `ApiError: ${code}`);
    this.code = code;
  }
}

/** What a host function answers instead of zero; contracts know these numbers. */
export const API_ERROR = {
  missingArgument: 2,
  valueNotFound: 6,
  missingKey: 24,
  bufferTooSmall: 32,
  hostBufferEmpty: 33,
  hostBufferFull: 34,
  dictionaryItemKeyExceedsLength: 36,
} as const;

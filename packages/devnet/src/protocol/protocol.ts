import type { HostFunctionName } from './host-functions.ts';

/** The price of a host function: a fixed part, and one for some of its arguments, by position, which are lengths. */
export type HostPrice = { readonly fixed: number; readonly perArgument?: Readonly<Record<number, number>> };

export type Multiplier =
  | 'bit'
  | 'add'
  | 'mul'
  | 'div'
  | 'load'
  | 'store'
  | 'const'
  | 'local'
  | 'global'
  | 'comparison'
  | 'conversion'
  | 'unreachable'
  | 'nop'
  | 'currentMemory'
  | 'growMemory'
  | 'sign'
  | 'block'
  | 'loop'
  | 'if'
  | 'br'
  | 'brIf'
  | 'brTable'
  | 'brTableLabel'
  | 'return'
  | 'select'
  | 'call'
  | 'callIndirect'
  | 'drop';

/** Prices and limits of one version of the protocol. Another version is another file. */
export type Protocol = {
  readonly version: string;
  readonly memoryPages: number;
  /** Values on the stack of a module, over all of its calls. */
  readonly stackHeight: number;
  readonly callStackHeight: number;
  readonly gasPerStoredByte: number;
  readonly nativeTransferGas: bigint;
  readonly growMemoryPerPage: number;
  readonly multipliers: Readonly<Record<Multiplier, number>>;
  readonly messages: {
    readonly topicNameBytes: number;
    readonly topicsPerContract: number;
    readonly messageBytes: number;
    readonly increasePerMessage: number;
  };
  readonly hostFunctions: Readonly<Record<HostFunctionName, HostPrice>>;
  readonly transactions: {
    readonly ttlMs: number;
    readonly timestampLeewayMs: number;
    readonly gasPriceMin: number;
    readonly approvals: number;
    readonly sessionArgsBytes: number;
    readonly paymentArgsBytes: number;
    /** Motes: the least payment, and the least that a payer has to have. */
    readonly baseline: bigint;
    readonly transferMin: bigint;
    readonly lanes: {
      readonly transfer: Lane;
      readonly install: Lane;
      /** The cheapest first. */
      readonly wasm: readonly Lane[];
    };
    readonly block: { readonly gas: bigint; readonly bytes: number; readonly approvals: number };
    /** The part of the unused gas that a payer is given back, where the execution did not fail. The rest is burnt. */
    readonly refundPercent: bigint;
  };
};

/** A kind of transaction, with the number of them that a block takes. */
export type Lane = {
  readonly id: number;
  readonly bytes: number;
  readonly argsBytes: number;
  readonly gas: bigint;
  readonly perBlock: number;
};

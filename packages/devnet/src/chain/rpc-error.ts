/** An answer that is an error: the numbers and messages of a Casper node, with the reason in `data`. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor([code, message]: readonly [code: number, message: string], data: unknown = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const RPC = {
  noSuchDeploy: [-32000, 'No such deploy'],
  noSuchBlock: [-32001, 'No such block'],
  queryFailed: [-32003, 'Query failed'],
  balanceFailed: [-32006, 'Failed to get balance'],
  invalidDeploy: [-32008, 'Invalid Deploy'],
  noSuchAccount: [-32009, 'No such account'],
  noDictionary: [-32010, 'Failed to get dictionary URef'],
  noSuchStateRoot: [-32012, 'No such state root'],
  noSuchTransaction: [-32014, 'No such transaction'],
  invalidTransaction: [-32016, 'Invalid transaction'],
  noSuchEntity: [-32020, 'No such addressable entity'],
  purseNotFound: [-32026, 'Purse not found'],
  parse: [-32700, 'Parse error'],
  invalidRequest: [-32600, 'Invalid Request'],
  method: [-32601, 'Method not found'],
  params: [-32602, 'Invalid params'],
  internal: [-32603, 'Internal error'],
} as const satisfies Record<string, readonly [number, string]>;

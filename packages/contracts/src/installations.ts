/** The modules that `contractWasm` builds. */
export const CONTRACT_NAMES = ['token', 'stake', 'proposals'] as const;
export type ContractName = (typeof CONTRACT_NAMES)[number];

export const TOKEN_SYMBOLS = ['tUSDC', 'aUSDC', 'tUSDT', 'aUSDT', 'DLN', 'DLNG'] as const;
export type TokenSymbol = (typeof TOKEN_SYMBOLS)[number];

/** The argument `contract_name` of an installation, which begins the names it leaves in the account. */
export const STAKE_CONTRACT = 'ERC20_DLNG_STAKE';
export const PROPOSALS_CONTRACT = 'ERC20_DLN_PROPOSAL';

export function tokenContract(symbol: TokenSymbol): string {
  return `ERC20_${symbol}`;
}

/** The owner's named key that holds a contract's address as `hash-<64 digits>`. */
export function contractHashKey(contractName: string): string {
  return `${contractName}_contract_hash`;
}

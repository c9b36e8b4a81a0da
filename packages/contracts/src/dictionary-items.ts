// The items under which the contracts keep their records. Account hashes are 64 hex digits, without their prefix.

/** A holder's item in the dictionary `balances` of a token: CEP-18's base64 of the holder's Key, here an account's. */
export function balanceItem(accountHash: string): string {
  return Buffer.from(`00${accountHash}`, 'hex').toString('base64');
}

/** A holder's item in the dictionary `balances` of the stake contract. */
export function stakeItem(accountHash: string): string {
  return accountHash;
}

/** A backing's item in the dictionary `backers`; in the dictionary `proposals` the item is the id itself. */
export function backerItem(proposalId: string, accountHash: string): string {
  return `${proposalId}_${accountHash}`;
}

/** An item has at most 128 bytes, of which a backer's needs 65 besides the id. */
export const PROPOSAL_ID_MAX_BYTES = 63;

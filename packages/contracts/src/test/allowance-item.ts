import { blake, concat, hex } from '@sathi/devnet/codec/bytes.ts';
import { key } from './values.ts';

/** CEP-18's item in the dictionary `allowances`: the hash of both Keys, in hex. */
export function allowanceItem(owner: string, spender: string): string {
  return hex(blake(concat(key(owner).bytes, key(spender).bytes)));
}

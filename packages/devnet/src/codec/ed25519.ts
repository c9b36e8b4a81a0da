import { type Bytes, hex } from './bytes.ts';

// The curve -x² + y² = 1 + dx²y² over a prime field, as far as a public key is known to be a point of it.

const P = 2n ** 255n - 19n;
const D = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n;
const SIGN_BIT = 2n ** 255n;

/** Whether 32 bytes are a public key. The sign of x does not matter: both are on the curve. */
export function isPoint(key: Bytes): boolean {
  const y = BigInt(`0x${hex(key.toReversed())}`) % SIGN_BIT;
  const square = (y * y) % P;
  const top = (square + P - 1n) % P;
  const bottom = (D * square + 1n) % P;
  // A fraction is a square where its parts multiplied are; zero is one.
  return top === 0n || power(top * bottom, (P - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % P;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

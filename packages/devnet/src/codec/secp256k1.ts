import { type Bytes, concat, hex, unhex } from './bytes.ts';

// The curve y² = x³ + 7 over a prime field, as far as a public key is found again from a signature. It is slow and not
// safe for secrets; there are none here.

const P = 2n ** 256n - 2n ** 32n - 977n;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const GENERATOR: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};

type Point = { readonly x: bigint; readonly y: bigint };

/** Whether a signature has the lower second half of the two that are as good: networks take only that one. */
export function isLowSignature(signature: Bytes): boolean {
  return numberOf(signature.subarray(32)) <= ORDER / 2n;
}

/** Whether both halves of a signature are numbers that one can have. */
export function areHalves(signature: Bytes): boolean {
  const halves = [signature.subarray(0, 32), signature.subarray(32)].map(numberOf);
  return halves.every((half) => half > 0n && half < ORDER);
}

/** Whether 33 bytes are a public key. */
export function isPoint(key: Bytes): boolean {
  return (key[0] === 2 || key[0] === 3) && pointAt(numberOf(key.subarray(1)), key[0] === 3) !== null;
}

/**
 * The key that made a signature of a hash, 33 bytes, or null when there is none.
 * @param recoveryId says which of up to four it is
 */
export function recoverPublicKey(hash: Uint8Array, signatureHex: string, recoveryId: number): Bytes | null {
  const signature = unhex(signatureHex);
  if (!areHalves(signature) || !isLowSignature(signature)) return null;
  const r = numberOf(signature.subarray(0, 32));
  const s = numberOf(signature.subarray(32));
  const point = pointAt(r + (recoveryId >= 2 ? ORDER : 0n), recoveryId % 2 === 1);
  if (!point) return null;
  const inverse = inverseOf(r, ORDER);
  const ofHash = times(GENERATOR, modulo(-numberOf(hash) * inverse, ORDER));
  const key = plus(times(point, modulo(s * inverse, ORDER)), ofHash);
  if (!key) return null;
  return concat(Uint8Array.of(key.y % 2n === 1n ? 3 : 2), unhex(key.x.toString(16).padStart(64, '0')));
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${hex(bytes)}`);
}

function modulo(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by;
}

function power(base: bigint, exponent: bigint, by: bigint): bigint {
  let result = 1n;
  let square = modulo(base, by);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % by;
    square = (square * square) % by;
  }
  return result;
}

/** Both moduli are primes. */
function inverseOf(value: bigint, by: bigint): bigint {
  return power(value, by - 2n, by);
}

function pointAt(x: bigint, isOdd: boolean): Point | null {
  if (x >= P) return null;
  const square = modulo(x * x * x + 7n, P);
  const root = power(square, (P + 1n) / 4n, P);
  if ((root * root) % P !== square) return null;
  return { x, y: (root & 1n) === (isOdd ? 1n : 0n) ? root : P - root };
}

/** Null is the point at infinity. */
function plus(a: Point | null, b: Point | null): Point | null {
  if (!a) return b;
  if (!b) return a;
  if (a.x === b.x && a.y !== b.y) return null;
  const slope =
    a.x === b.x
      ? modulo(3n * a.x * a.x * inverseOf(2n * a.y, P), P)
      : modulo((b.y - a.y) * inverseOf(modulo(b.x - a.x, P), P), P);
  const x = modulo(slope * slope - a.x - b.x, P);
  return { x, y: modulo(slope * (a.x - x) - a.y, P) };
}

function times(point: Point, count: bigint): Point | null {
  let sum: Point | null = null;
  let doubled: Point | null = point;
  for (let rest = count; rest > 0n; rest >>= 1n) {
    if (rest & 1n) sum = plus(sum, doubled);
    doubled = plus(doubled, doubled);
  }
  return sum;
}

import { createHash } from 'node:crypto';
import { blake3 } from '@noble/hashes/blake3.js';
import { type ByteReader, blake, type Bytes, concat, FormatError, hex } from '../codec/bytes.ts';
import { verifies } from '../codec/signature.ts';
import { isPoint as isEd25519Point } from '../codec/ed25519.ts';
import { areHalves, isPoint as isSecp256k1Point, recoverPublicKey } from '../codec/secp256k1.ts';
import { API_ERROR } from './errors.ts';
import type { Host } from './host.ts';
import type { HostFunctions } from './machine.ts';

const HASH_BYTES = 32;
const RECOVERY_IDS = 4;
const SECP256K1 = 2;

/** The hash functions, by the number that a contract gives. */
const ALGORITHMS: ReadonlyArray<(input: Bytes) => Uint8Array> = [
  (input) => blake(input),
  (input) => blake3(input),
  (input) => createHash('sha256').update(input).digest(),
];

/** Hashes and signatures. */
export function hashFunctions(host: Host): HostFunctions {
  const { memory } = host;
  /** Writes an answer. A place beyond the memory is answered as an error, while it ends a call of `casper_blake2b`. */
  const answer = (destination: number, bytes: Uint8Array) => {
    if (!memory.holds(destination, bytes.length)) return API_ERROR.hostBufferEmpty;
    memory.write(destination, bytes);
    return 0;
  };
  return {
    casper_blake2b: (from = 0, length = 0, destination = 0, room = 0) => {
      const digest = blake(memory.read(from, length));
      if (room >>> 0 !== HASH_BYTES) return API_ERROR.bufferTooSmall;
      memory.write(destination, digest);
      return 0;
    },
    casper_generic_hash: (from = 0, length = 0, algorithm = 0, destination = 0, room = 0) => {
      const digest = ALGORITHMS[algorithm & 0xff];
      if (!digest) return API_ERROR.invalidArgument;
      const bytes = digest(memory.read(from, length));
      if (bytes.length > room >>> 0) return API_ERROR.bufferTooSmall;
      return answer(destination, bytes);
    },
    casper_verify_signature: (...args) => {
      const [from = 0, length = 0, signature = 0, signatureLength = 0, key = 0, keyLength = 0] = args;
      const message = memory.read(from, length);
      const signed = memory.parse(signature, signatureLength, readSignature);
      const signer = memory.parse(key, keyLength, readPublicKey);
      return verifies(signer, signed, message) ? 0 : API_ERROR.invalidArgument;
    },
    casper_recover_secp256k1: (...args) => {
      const [from = 0, length = 0, signature = 0, signatureLength = 0, destination = 0, recoveryId = 0] = args;
      if (recoveryId >>> 0 >= RECOVERY_IDS) return API_ERROR.invalidArgument;
      const message = memory.read(from, length);
      const signed = memory.parse(signature, signatureLength, readSignature);
      if (!signed.startsWith('02')) return API_ERROR.invalidArgument;
      const key = recoverPublicKey(createHash('sha256').update(message).digest(), signed.slice(2), recoveryId);
      if (!key) return API_ERROR.invalidArgument;
      return answer(destination, concat(Uint8Array.of(SECP256K1), key));
    },
  };
}

type Kind = { readonly length: number; readonly isValid: (content: Bytes) => boolean };

const SYSTEM: Kind = { length: 0, isValid: () => true };
/** The signatures by the tag of the algorithm: system, Ed25519, secp256k1. */
const SIGNATURES: readonly Kind[] = [SYSTEM, { length: 64, isValid: () => true }, { length: 64, isValid: areHalves }];
const KEYS: readonly Kind[] = [
  SYSTEM,
  { length: 32, isValid: isEd25519Point },
  { length: 33, isValid: isSecp256k1Point },
];

/** Tag and content as hexadecimal digits, as deploys write them. */
function readTagged(reader: ByteReader, kinds: readonly Kind[]): string {
  const tag = reader.u8();
  const kind = kinds[tag];
  if (!kind) throw new FormatError('no such algorithm');
  const content = reader.take(kind.length);
  if (!kind.isValid(content)) throw new FormatError('no signature or key of this algorithm');
  return hex(concat(Uint8Array.of(tag), content));
}

function readSignature(reader: ByteReader): string {
  return readTagged(reader, SIGNATURES);
}

function readPublicKey(reader: ByteReader): string {
  return readTagged(reader, KEYS);
}

import { BROKEN_STORAGE, expectSuccess, fail, INVALID_ARGUMENT, NOT_OWNER } from './errors';
import * as host from './host';
import { allocate, Bytes, Writer } from './memory';
import { hostBuffer, namedKey } from './storage';

const ACCOUNT_TAG: u32 = 0;
const CONTRACT_TAG: u32 = 1;

// Frames of the call stack: session code of an account, stored session code, a contract.
const SESSION_FRAME: u8 = 0;
const STORED_SESSION_FRAME: u8 = 1;

const ED25519: u8 = 1;
const SECP256K1: u8 = 2;

export function blake2b(input: Bytes): Bytes {
  const hash = Bytes.ofLength(32);
  expectSuccess(host.blake2b(input.start, input.length, hash.start, 32), BROKEN_STORAGE);
  return hash;
}

/** The Key of the account that signed the deploy. */
export function signer(): Bytes {
  const size = allocate(8);
  expectSuccess(host.getSigner(size), BROKEN_STORAGE);
  return Writer.withRoom(33)
    .byte(ACCOUNT_TAG)
    .bytes(hostBuffer(load<u32>(size)))
    .done();
}

/**
 * The Key of this contract's caller: an account, or the contract in between. Rights go by this and not by the signer,
 * so that a contract which a person was talked into calling cannot act in their name.
 */
export function caller(): Bytes {
  const frames = allocate(8);
  const size = allocate(8);
  expectSuccess(host.loadCallStack(frames, size), BROKEN_STORAGE);
  const depth = load<u32>(frames);
  const stack = hostBuffer(load<u32>(size));
  let frame = stack.start + 4;
  // The last frame is this contract itself, and the one before it is the caller.
  for (let i: u32 = 2; i < depth; i++) frame += frameLength(load<u8>(frame));
  return keyOfFrame(frame);
}

function frameLength(tag: u8): u32 {
  if (tag == SESSION_FRAME) return 1 + 32;
  return tag == STORED_SESSION_FRAME ? 1 + 96 : 1 + 64;
}

function keyOfFrame(frame: usize): Bytes {
  const tag = load<u8>(frame);
  const isAccount = tag == SESSION_FRAME || tag == STORED_SESSION_FRAME;
  // The account comes first; of a contract, first its package and then the contract.
  const hash = frame + (isAccount ? 1 : 33);
  return Writer.withRoom(33)
    .byte(isAccount ? ACCOUNT_TAG : CONTRACT_TAG)
    .copy(hash, 32)
    .done();
}

/** Fails with NOT_OWNER unless the account that installed the contract calls it directly. */
export function requireOwner(): void {
  if (!caller().equals(namedKey('owner'))) fail(NOT_OWNER);
}

/** The account hash of a PublicKey: blake2b of the algorithm's name, a zero and the key. */
export function accountHashOf(publicKey: Bytes): Bytes {
  const tag = load<u8>(publicKey.start);
  const preimage = Writer.withRoom(64);
  if (tag == ED25519 && publicKey.length == 33) {
    preimage.ascii('ed25519');
  } else if (tag == SECP256K1 && publicKey.length == 34) {
    preimage.ascii('secp256k1');
  } else {
    fail(INVALID_ARGUMENT);
  }
  return blake2b(
    preimage
      .byte(0)
      .copy(publicKey.start + 1, publicKey.length - 1)
      .done(),
  );
}

import { expectSuccess, fail, INVALID_ARGUMENT } from './errors';
import * as host from './host';
import { ascii, allocate, Bytes } from './memory';
import { U256 } from './u256';

// Arguments of the running call. A node does not hold them against the types that the entry point declares, so each is
// looked at here: missing or malformed is INVALID_ARGUMENT.

/** The bytes of an argument, unread. */
export function argument(name: string): Bytes {
  const nameBytes = ascii(name);
  const size = allocate(8);
  expectSuccess(host.getNamedArgSize(nameBytes.start, nameBytes.length, size), INVALID_ARGUMENT);
  const bytes = Bytes.ofLength(load<u32>(size));
  if (bytes.length > 0) {
    expectSuccess(host.getNamedArg(nameBytes.start, nameBytes.length, bytes.start, bytes.length), INVALID_ARGUMENT);
  }
  return bytes;
}

/** A String without its length in front, at least one byte long. */
export function textArgument(name: string): Bytes {
  const bytes = argument(name);
  if (bytes.length < 5 || load<u32>(bytes.start) != bytes.length - 4) fail(INVALID_ARGUMENT);
  return Bytes.at(bytes.start + 4, bytes.length - 4);
}

export function amountArgument(name: string): U256 {
  return U256.read(argument(name));
}

/** A Key with its tag, 33 bytes: an account (0) or a contract (1). Nothing else can hold tokens. */
export function holderArgument(name: string): Bytes {
  const key = argument(name);
  if (key.length != 33 || load<u8>(key.start) > 1) fail(INVALID_ARGUMENT);
  return key;
}

/** 32 bytes: the hash of an account or of a contract. */
export function hashArgument(name: string): Bytes {
  const hash = argument(name);
  if (hash.length != 32) fail(INVALID_ARGUMENT);
  return hash;
}

import { fail, INVALID_ARGUMENT, OVERFLOW } from './errors';
import { allocate, Bytes, Writer } from './memory';

/** An unsigned number of 256 bits: four limbs of 64 bits, the smallest first. */
@unmanaged
export class U256 {
  private limb0: u64;
  private limb1: u64;
  private limb2: u64;
  private limb3: u64;

  static zero(): U256 {
    return changetype<U256>(allocate(offsetof<U256>()));
  }

  static of(value: u64): U256 {
    const number = U256.zero();
    number.limb0 = value;
    return number;
  }

  /** Reads the chain's form: how many bytes follow, then the bytes, the smallest first. */
  static read(bytes: Bytes): U256 {
    if (bytes.length < 1) fail(INVALID_ARGUMENT);
    const length: u32 = load<u8>(bytes.start);
    if (length > 32 || bytes.length != length + 1) fail(INVALID_ARGUMENT);
    const number = U256.zero();
    memory.copy(changetype<usize>(number), bytes.start + 1, length);
    return number;
  }

  /** The chain's form, without leading zeros. */
  write(): Bytes {
    const start = changetype<usize>(this);
    let length: u32 = 32;
    while (length > 0 && load<u8>(start + length - 1) == 0) length--;
    return Writer.withRoom(33).byte(length).copy(start, length).done();
  }

  isLessThan(other: U256): bool {
    for (let at: isize = 24; at >= 0; at -= 8) {
      const mine = load<u64>(changetype<usize>(this) + at);
      const others = load<u64>(changetype<usize>(other) + at);
      if (mine != others) return mine < others;
    }
    return false;
  }

  plus(other: U256): U256 {
    const sum = U256.zero();
    let carry: u64 = 0;
    for (let at: usize = 0; at < 32; at += 8) {
      const mine = load<u64>(changetype<usize>(this) + at);
      const partial = mine + load<u64>(changetype<usize>(other) + at);
      const total = partial + carry;
      carry = u64(partial < mine) | u64(total < partial);
      store<u64>(changetype<usize>(sum) + at, total);
    }
    if (carry != 0) fail(OVERFLOW);
    return sum;
  }

  minus(other: U256): U256 {
    const difference = U256.zero();
    let borrow: u64 = 0;
    for (let at: usize = 0; at < 32; at += 8) {
      const mine = load<u64>(changetype<usize>(this) + at);
      const others = load<u64>(changetype<usize>(other) + at);
      const partial = mine - others;
      store<u64>(changetype<usize>(difference) + at, partial - borrow);
      borrow = u64(mine < others) | u64(partial < borrow);
    }
    if (borrow != 0) fail(OVERFLOW);
    return difference;
  }
}

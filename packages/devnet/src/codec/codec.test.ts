import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bigUint, ByteReader, FormatError, hex, text, unhex } from './bytes.ts';
import { type CLType, readType, typeFromJson, writeType } from './cl-type.ts';
import {
  argsFromBytes,
  argsToBytes,
  bigUintOf,
  u512,
  urefsIn,
  valueFromBytes,
  valueToBytes,
  valueToJson,
} from './cl-value.ts';
import { durationMs } from './duration.ts';
import { accountKeyOf, isKey, keyFromBytes, keyToBytes, stateKey } from './keys.ts';

const type = fc.letrec<{ type: CLType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<CLType>('Bool', 'I32', 'U64', 'U512', 'Unit', 'String', 'Key', 'URef', 'Any', 'PublicKey'),
    fc.record({ Option: tie('type') }),
    fc.record({ List: tie('type') }),
    fc.record({ ByteArray: fc.nat(64) }),
    fc.record({ Result: fc.record({ ok: tie('type'), err: tie('type') }) }),
    fc.record({ Map: fc.record({ key: tie('type'), value: tie('type') }) }),
    fc.record({ Tuple1: fc.tuple(tie('type')) }),
    fc.record({ Tuple2: fc.tuple(tie('type'), tie('type')) }),
    fc.record({ Tuple3: fc.tuple(tie('type'), tie('type'), tie('type')) }),
  ),
})).type;
const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => new Uint8Array(each));

test('every type is read as it was written, as bytes and as JSON', () => {
  fc.assert(
    fc.property(type, (each) => {
      const reader = new ByteReader(writeType(each));
      expect(readType(reader)).toEqual(each);
      reader.end();
      expect(typeFromJson(JSON.parse(JSON.stringify(each)))).toEqual(each);
    }),
  );
});

test('numbers and arguments are read as they were written', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 512n - 1n }),
      type,
      bytes,
      fc.string(),
      (number, each, content, name) => {
        expect(bigUintOf(u512(number))).toBe(number);
        const value = { bytes: content, type: each };
        expect(valueFromBytes(valueToBytes(value))).toEqual(value);
        const args = new Map([[name.toWellFormed(), value]]);
        expect(argsFromBytes(argsToBytes(args))).toEqual(args);
      },
    ),
  );
  expect(hex(bigUint(1000n))).toBe('02e803');
  expect(hex(bigUint(0n))).toBe('00');
});

test('the length of a text is that of its bytes', () => {
  expect(hex(text('কখ'))).toBe('06000000e0a695e0a696');
  expect(new ByteReader(text('قرض')).text()).toBe('قرض');
});

test('a reader answers or refuses any bytes, and has no other effect', () => {
  const refusesOrAnswers = (read: () => unknown) => {
    try {
      read();
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
    }
  };
  fc.assert(
    fc.property(bytes, type, (content, each) => {
      refusesOrAnswers(() => valueFromBytes(content));
      refusesOrAnswers(() => argsFromBytes(content));
      refusesOrAnswers(() => keyFromBytes(content));
      refusesOrAnswers(() => urefsIn({ bytes: content, type: each }));
      // The form for people is never a reason to fail.
      expect(valueToJson({ bytes: content, type: each }).bytes).toBe(hex(content));
    }),
    { numRuns: 2_000 },
  );
});

test('a count of four thousand million empty items is refused at once', () => {
  const manyUnits = { bytes: unhex('ffffffff'), type: { List: 'Unit' } } as const;
  expect(valueToJson(manyUnits).parsed).toBeNull();
});

test('a type nested beyond fifty is refused', () => {
  expect(() => readType(new ByteReader(new Uint8Array(200).fill(13)))).toThrow(FormatError);
});

test('a URef is found however deep it lies', () => {
  const uref = `${'ab'.repeat(32)}07`;
  const inMap = {
    bytes: unhex(`010000000100000061${'02'}${uref}`),
    type: { Map: { key: 'String', value: 'Key' } },
  } as const;
  expect(urefsIn(inMap)).toEqual([{ address: 'ab'.repeat(32), rights: 7 }]);
  const inOption = { bytes: unhex(`01${uref}`), type: { Option: 'URef' } } as const;
  expect(urefsIn(inOption)).toEqual([{ address: 'ab'.repeat(32), rights: 7 }]);
  expect(urefsIn({ bytes: unhex(uref), type: { ByteArray: 33 } })).toEqual([]);
});

test('keys are read as they were written, and a place has no rights', () => {
  const digits = '5'.repeat(64);
  for (const key of [`hash-${digits}`, `account-hash-${digits}`, `dictionary-${digits}`, `uref-${digits}-003`]) {
    expect(keyFromBytes(keyToBytes(key))).toBe(key);
    expect(isKey(key)).toBe(true);
  }
  expect(stateKey(`uref-${digits}-003`)).toBe(`uref-${digits}`);
  expect(isKey(`uref-${digits}-009`)).toBe(false);
  expect(() => accountKeyOf('01ab')).toThrow(FormatError);
});

describe('durations', () => {
  test.each([
    ['30m', 1_800_000],
    ['1h', 3_600_000],
    ['1day 1h 1m 1s', 90_061_000],
    ['250ms', 250],
  ])('%s', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  test.each(['', '30', 'm', '1 fortnight', '1.5h', '-1h', '999999999999999d'])('%j is no duration', (text) => {
    expect(() => durationMs(text)).toThrow(FormatError);
  });
});

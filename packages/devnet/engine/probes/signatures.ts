import { concat, type Bytes, u8, unhex, utf8 } from '../../src/codec/bytes.ts';
import { type Memory, span, type Step } from '../../src/test/program.ts';
import { kept, type Probe, session } from './probe.ts';

const MESSAGE = utf8('a message');
const BEYOND = 65_530;

// Both keys have the same secret, and both signed the message.
const ED_KEY = unhex('01bc9dc1543bb08d2ee1eda577a61073a608f895d72b665490c9c2cfec88dbc7d3');
const ED = unhex(
  '01c21c2d1e061ffc25f7494099d04c91a79bea07a9c8be915d0fd7bcc839f5c34c030a5ccdd3fc65c81a41216d129e02e87c52a31e7eb5138ffbea0d708912fb0b',
);
const SECP_KEY = unhex('020233253805d258fa48e9bcf6161b53c0e58d9c63372cce6cf87dd836b2598a1317');
const R = '4e05ce6f994ec99a62a9ed9011666d4c92b7b83ebbc7cb97807b83caf1c001ea';
const SECP = unhex(`02${R}76c532a3bb4fb4d7c5deba759325050f33d47c5e50007294cd0c71d1e936a6b2`);
/** The same signature with the other root, as good by the mathematics. */
const HIGH = unhex(`02${R}893acd5c44b04b283a21458a6cdafaef86da60885f482da6f2c5ecbae6ff9a8f`);
const RECOVERY_ID = 1;

const ZERO = new Uint8Array(32);
const SYSTEM = u8(0);
const ORDER = unhex('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
/** The neutral element, with which a signature of every message can be made. */
const NEUTRAL = concat(u8(1), new Uint8Array(31));
const of = (algorithm: number, ...parts: readonly Bytes[]) => concat(u8(algorithm), ...parts);

const verifySteps =
  (signature: Bytes, key: Bytes, message: Bytes = MESSAGE) =>
  (memory: Memory): readonly Step[] => [
    {
      host: 'casper_verify_signature',
      args: [...span(memory.bytes(message)), ...span(memory.bytes(signature)), ...span(memory.bytes(key))],
    },
  ];

const verify = (what: string, signature: Bytes, key: Bytes, message?: Bytes) =>
  session(`verify_signature, ${what}`, verifySteps(signature, key, message));

const recover = (what: string, signature: Bytes, recoveryId: number, message: Bytes = MESSAGE): Probe => {
  const looks: object[] = [];
  const steps = (memory: Memory): readonly Step[] => {
    const key = kept(memory, 'recovered', { ByteArray: 34 }, 34);
    looks.push(key.look);
    const given = [...span(memory.bytes(message)), ...span(memory.bytes(signature))];
    return [{ host: 'casper_recover_secp256k1', args: [...given, key.content.pointer, recoveryId] }, ...key.steps];
  };
  return session(`recover_secp256k1, ${what}`, steps, { stored: looks });
};

const outside = (host: 'casper_generic_hash' | 'casper_blake2b', algorithm: readonly number[]) =>
  session(`${host.slice('casper_'.length)}, its answer beyond the memory`, (memory) => [
    { host, args: [...span(memory.bytes(MESSAGE)), ...algorithm, BEYOND, 32] },
  ]);

const ALGORITHMS = ['blake2b', 'blake3', 'sha256'];

const hash = (algorithm: number, room = 32): Probe => {
  const looks: object[] = [];
  const name = `${ALGORITHMS[algorithm] ?? 'no such algorithm'}${room === 32 ? '' : `, room for ${room}`}`;
  const steps = (memory: Memory): readonly Step[] => {
    const digest = kept(memory, 'digest', { ByteArray: 32 }, 32);
    looks.push(digest.look);
    const args = [...span(memory.bytes(MESSAGE)), algorithm, digest.content.pointer, room];
    return [{ host: 'casper_generic_hash', args }, ...digest.steps];
  };
  return session(`generic_hash, ${name}`, steps, { stored: looks });
};

export const SIGNATURES: readonly Probe[] = [
  verify('ed25519', ED, ED_KEY),
  verify('ed25519, another message', ED, ED_KEY, utf8('another')),
  verify('ed25519, no message', ED, ED_KEY, new Uint8Array()),
  verify('secp256k1', SECP, SECP_KEY),
  verify('secp256k1, another message', SECP, SECP_KEY, utf8('another')),
  verify('secp256k1, the higher half', HIGH, SECP_KEY),
  verify('algorithms that differ', ED, SECP_KEY),
  verify('of the system', SYSTEM, ED_KEY),
  verify('a key of the system', ED, SYSTEM),
  verify('an algorithm that is not there', of(3, ED.slice(1)), ED_KEY),
  verify('a signature that is too short', ED.slice(0, 64), ED_KEY),
  verify('a signature that is too long', concat(ED, u8(0)), ED_KEY),
  verify('a key that is too long', ED, concat(ED_KEY, u8(0))),
  verify('ed25519, a key that is no point', ED, of(1, u8(2), new Uint8Array(31))),
  verify('ed25519, the neutral key', of(1, NEUTRAL, ZERO), of(1, NEUTRAL)),
  verify('ed25519, halves of ones', of(1, new Uint8Array(64).fill(0xff)), ED_KEY),
  verify('secp256k1, a key that is no point', SECP, of(2, u8(2), new Uint8Array(31), u8(5))),
  verify('secp256k1, a key that is no number', SECP, of(2, u8(4), ZERO)),
  verify('secp256k1, a half of zero', of(2, ZERO, SECP.slice(33)), SECP_KEY),
  verify('secp256k1, a half beyond the order', of(2, ORDER, SECP.slice(33)), SECP_KEY),
  session('verify_signature, a key beyond the memory', (memory) => [
    { host: 'casper_verify_signature', args: [...span(memory.bytes(MESSAGE)), ...span(memory.bytes(ED)), BEYOND, 33] },
  ]),
  recover('the key', SECP, RECOVERY_ID),
  recover('another number', SECP, 0),
  recover('a number whose point is not there', SECP, 2),
  recover('a number that is not there', SECP, 4),
  recover('another message', SECP, RECOVERY_ID, utf8('another')),
  recover('the higher half', HIGH, 1 - RECOVERY_ID),
  recover('ed25519', ED, RECOVERY_ID),
  recover('of the system', SYSTEM, RECOVERY_ID),
  recover('a half of zero', of(2, ZERO, SECP.slice(33)), RECOVERY_ID),
  recover('too short', SECP.slice(0, 64), RECOVERY_ID),
  session('recover_secp256k1, its answer beyond the memory', (memory) => [
    {
      host: 'casper_recover_secp256k1',
      args: [...span(memory.bytes(MESSAGE)), ...span(memory.bytes(SECP)), BEYOND, RECOVERY_ID],
    },
  ]),
  hash(0),
  hash(1),
  hash(2),
  hash(3),
  hash(0, 31),
  outside('casper_generic_hash', [2]),
  outside('casper_blake2b', []),
];

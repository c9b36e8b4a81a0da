import { createECDH } from 'node:crypto';
import { z } from 'zod';

export type PushSettings = {
  /** Private keys of 32 bytes in base64url, the newest first: browsers are asked with its public half. */
  readonly keys: readonly [string, ...string[]];
  /** How the services of browsers reach the operator: a mailto: or https: address. */
  readonly contact: string;
};

export type PushConfig = {
  /** Null: nothing is shown on devices. */
  readonly push: PushSettings | null;
};

export const PUSH_RULES = {
  VAPID_KEYS: 'must be private keys of 32 bytes in base64url, separated by commas, the newest first',
  VAPID_CONTACT: 'must be a mailto: or https: address, and must be set together with VAPID_KEYS',
} as const;

const KEYS_MAX = 5;

export const PUSH_VARIABLES = {
  VAPID_KEYS: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine((keys) => keys.length <= KEYS_MAX && new Set(keys).size === keys.length && keys.every(isPrivateKey))
    .optional(),
  VAPID_CONTACT: z
    .string()
    .max(300)
    .regex(/^(mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/[^\s<>]+)$/)
    .optional(),
};

type Values = { readonly [Name in keyof typeof PUSH_VARIABLES]?: z.infer<(typeof PUSH_VARIABLES)[Name]> };

/** A variable that misses another, or null. */
export function missingPushVariable({ VAPID_KEYS, VAPID_CONTACT }: Values): keyof Values | null {
  if ((VAPID_KEYS === undefined) === (VAPID_CONTACT === undefined)) return null;
  return VAPID_KEYS === undefined ? 'VAPID_KEYS' : 'VAPID_CONTACT';
}

/** `values` have passed {@link missingPushVariable}. */
export function readPush({ VAPID_KEYS: [newest, ...older] = [], VAPID_CONTACT: contact = '' }: Values): PushConfig {
  return { push: newest === undefined ? null : { keys: [newest, ...older], contact } };
}

/** 32 bytes that are a key of the curve P-256: nearly any are. */
function isPrivateKey(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false;
  try {
    createECDH('prime256v1').setPrivateKey(text, 'base64url');
    return true;
  } catch {
    return false;
  }
}

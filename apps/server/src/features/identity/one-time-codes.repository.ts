import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_MINUTES, CODE_RESEND_SECONDS, CODE_TRIES_MAX } from '@sathi/domain/accounts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { RefusalError } from '../../refusal-error.ts';
import { deriveKey } from '../../secret.ts';

export type Address = { readonly kind: 'phone' | 'email'; readonly value: string };
export type CodePurpose = 'confirm_phone' | 'reset_password';
/** What a try came to, decided and written down before anything follows from it. */
export type CodeTry = { readonly codeHash: string } | { readonly refusal: RefusalError };

const LOCK_MINUTES = 15;
/** After this long, sending starts to be counted anew. */
const SENDS_FORGOTTEN_HOURS = 24;

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>;

/** Codes of six digits. The database holds neither a code nor whom it went to, only hashes made with our key. */
export function createOneTimeCodes(secret: Buffer) {
  const key = deriveKey(secret, 'one-time-codes');
  const mac = (parts: readonly string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  const recipientOf = (address: Address): string => mac([address.kind, address.value]);
  const codeHashOf = (address: Address, purpose: CodePurpose, code: string): string =>
    mac([purpose, address.kind, address.value, code]);

  return {
    /**
     * A new code, which replaces the one before. `sends` counts this one too.
     *
     * @throws RefusalError `resend_too_soon` within 60 seconds of the last, `code_locked` after five wrong tries (R17.7)
     */
    async issue(tx: Tx, address: Address, purpose: CodePurpose, now: Date): Promise<{ code: string; sends: number }> {
      const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
      const { rows } = await sql<{ sends: number }>`
        insert into one_time_codes as c (recipient, purpose, code_hash, sent_at, expires_at)
        values (${recipientOf(address)}, ${purpose}, ${codeHashOf(address, purpose, code)}, ${now}, ${addMinutes(now, CODE_MINUTES)})
        on conflict (recipient, purpose) do update set
          code_hash = excluded.code_hash, tries = 0, locked_until = null,
          sends = case when c.sent_at <= ${addMinutes(now, -60 * SENDS_FORGOTTEN_HOURS)} then 1 else c.sends + 1 end,
          sent_at = excluded.sent_at, expires_at = excluded.expires_at
        where c.sent_at <= ${addMinutes(now, -CODE_RESEND_SECONDS / 60)}
          and (c.locked_until is null or c.locked_until <= ${now})
        returning sends`.execute(tx);
      const sends = rows[0]?.sends;
      if (sends === undefined) throw notYet(await find(tx, recipientOf(address), purpose), now);
      return { code, sends };
    },

    /** How often a code was sent lately. */
    async countSends(db: Db, address: Address, purpose: CodePurpose): Promise<number> {
      return (await find(db, recipientOf(address), purpose))?.sends ?? 0;
    },

    /**
     * Uses up one of the five tries, in a statement of its own, so that no refusal later takes it back; then compares.
     * The fifth locks the code for 15 minutes unless it was right.
     */
    async claimTry(db: Db, address: Address, purpose: CodePurpose, code: string, now: Date): Promise<CodeTry> {
      const recipient = recipientOf(address);
      const { rows } = await sql<{ codeHash: string }>`
        update one_time_codes set tries = tries + 1,
          locked_until = case when tries + 1 >= ${CODE_TRIES_MAX} then ${addMinutes(now, LOCK_MINUTES)}::timestamptz end
        where recipient = ${recipient} and purpose = ${purpose} and expires_at > ${now} and tries < ${CODE_TRIES_MAX}
        returning code_hash as "codeHash"`.execute(db);
      const stored = rows[0]?.codeHash;
      if (stored === undefined) return { refusal: noTryLeft(await find(db, recipient, purpose), now) };
      const given = codeHashOf(address, purpose, code);
      const isRight = timingSafeEqual(Buffer.from(stored), Buffer.from(given));
      return isRight ? { codeHash: stored } : { refusal: new RefusalError('code_mismatch') };
    },

    /**
     * Takes the code away together with its effect: of several right tries only one gets this far.
     *
     * @throws RefusalError whatever the try came to; `code_expired` when another try was first
     */
    async consume(tx: Tx, claimed: CodeTry): Promise<void> {
      if ('refusal' in claimed) throw claimed.refusal;
      const { numDeletedRows } = await tx
        .deleteFrom('oneTimeCodes')
        .where('codeHash', '=', claimed.codeHash)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new RefusalError('code_expired');
    },
  };
}

type CodeState = { readonly sends: number; readonly sentAt: Date; readonly lockedUntil: Date | null };

async function find(db: Db, recipient: string, purpose: CodePurpose): Promise<CodeState | undefined> {
  return db
    .selectFrom('oneTimeCodes')
    .select(['sends', 'sentAt', 'lockedUntil'])
    .where('recipient', '=', recipient)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
}

function notYet(state: CodeState | undefined, now: Date): RefusalError {
  return (
    lockedBy(state, now) ??
    new RefusalError('resend_too_soon', {
      retryAfterSeconds: state
        ? Math.max(1, CODE_RESEND_SECONDS - Math.floor((now.getTime() - state.sentAt.getTime()) / 1000))
        : CODE_RESEND_SECONDS,
    })
  );
}

function noTryLeft(state: CodeState | undefined, now: Date): RefusalError {
  return lockedBy(state, now) ?? new RefusalError('code_expired');
}

function lockedBy(state: CodeState | undefined, now: Date): RefusalError | null {
  if (!state?.lockedUntil || state.lockedUntil <= now) return null;
  return new RefusalError('code_locked', {
    retryAfterSeconds: Math.ceil((state.lockedUntil.getTime() - now.getTime()) / 1000),
  });
}

function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}

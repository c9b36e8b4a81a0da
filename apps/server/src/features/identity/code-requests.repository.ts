import { randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_MINUTES, CODE_RESEND_SECONDS, CODE_TRIES_MAX } from '@sathi/domain/accounts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { keyedHashes } from '../../config/keyed-hash.ts';
import { type AppSecret, deriveKeys } from '../../config/secret.ts';

export type Address = { readonly kind: 'phone' | 'email'; readonly value: string };
/** The device and the place that a request comes from, as far as they can be told apart. */
export type Requester = {
  /** Hash of the cookie that came with the request; null for none. */
  readonly sent: string | null;
  /** Hash of that cookie, or of the one that goes back with the answer. */
  readonly device: string;
  /** Browser and system, for the list of one's own sessions. */
  readonly deviceName: string;
  readonly network: string;
  readonly ip: string;
  /** How much work was done for the request; 0 for none. */
  readonly work: number;
};

export type CodePurpose = 'confirm_phone' | 'reset_password' | 'step_up' | 'change_email' | 'change_phone';
/** The outcome of a try, decided and written down before its effect. */
export type CodeTry =
  | {
      readonly codeHash: string;
      readonly id: number;
      readonly subject: string | null;
      readonly emailHash: string | null;
    }
  | { readonly refusal: RefusalError };
/** The address that a code is bound to, and what it is for. */
type Matter = { readonly address: Address; readonly purpose: CodePurpose };
type By = Pick<Requester, 'sent' | 'device' | 'network'>;

/** The account that a code was sent for, when it was for one only, and a hash of the e-mail address it went to. */
export type CodeUsed = { readonly subject: string | null; readonly emailHash: string | null };

/** Hours after the last code until sends are counted anew. */
const SENDS_FORGOTTEN_HOURS = 24;

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>;

/**
 * Codes of six digits. A code belongs to the request it was sent for: to the device that asked, or without its cookie to
 * the network. Strangers who ask for the same address have requests of their own, and their wrong tries end no code of
 * the owner's. The database holds neither a code nor whom it went to, only hashes made with our key.
 */
export function createOneTimeCodes(secret: AppSecret) {
  const hashes = createCodeHashes(secret);
  return {
    /** Whether a code, as its hash says, went to this e-mail address. */
    wentTo: (email: string, { emailHash }: CodeUsed): boolean =>
      emailHash !== null && hashes.ofEmail(email).includes(emailHash),
    ...createCodeSending(hashes),
    ...createCodeTries(hashes),
  };
}

/**
 * Hashes of each kind, the newest first: new requests are written with it, and requests from before a rotation are
 * found by the others.
 */
function createCodeHashes(secret: AppSecret) {
  const keys = deriveKeys(secret, 'one-time-codes');
  return {
    ofRecipient: ({ address }: Matter): string[] => keyedHashes(keys, [address.kind, address.value]),
    ofCode: ({ address, purpose }: Matter, code: string): string[] =>
      keyedHashes(keys, [purpose, address.kind, address.value, code]),
    ofEmail: (email: string): string[] => keyedHashes(keys, ['went to', email]),
    ofNetwork: ({ network }: By): string[] => keyedHashes(keys, ['network', network]),
  };
}

type CodeHashes = ReturnType<typeof createCodeHashes>;

function createCodeSending(hashes: CodeHashes) {
  /** The request for this matter by the same device, or without a cookie from the same network. */
  const find = async (db: Db, matter: Matter, by: By): Promise<RequestRow | undefined> =>
    db
      .selectFrom('codeRequests')
      .select(['id', 'sends', 'sentAt', 'subject'])
      .where('recipient', 'in', hashes.ofRecipient(matter))
      .where('purpose', '=', matter.purpose)
      .where(by.sent === null ? 'network' : 'device', 'in', by.sent === null ? hashes.ofNetwork(by) : [by.sent])
      .orderBy('sentAt', 'desc')
      .limit(1)
      .executeTakeFirst();

  return {
    /**
     * A new code, which replaces the one this requester had. `sends` counts this one too. `subject` is the account that a
     * sign-up has just made, `email` the address that a code for a phone goes to.
     *
     * @throws RefusalError `resend_too_soon` within 60 seconds of the requester's last (R17.7)
     */
    async issue(
      tx: Tx,
      matter: Matter & { readonly subject: string | null; readonly email: string | null },
      by: By,
      now: Date,
    ): Promise<{ code: string; sends: number }> {
      const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
      const [recipient = ''] = hashes.ofRecipient(matter);
      await sql`select pg_advisory_xact_lock(hashtextextended(${recipient}, 2))`.execute(tx);
      const before = await find(tx, matter, by);
      if (before && addSeconds(before.sentAt, CODE_RESEND_SECONDS) > now) throw tooSoon(before, now);
      const isForgotten = !before || before.sentAt <= addSeconds(now, -3600 * SENDS_FORGOTTEN_HOURS);
      const sends = isForgotten ? 1 : before.sends + 1;
      await tx
        .deleteFrom('codeRequests')
        .where('id', '=', before?.id ?? 0)
        .execute();
      const request = {
        recipient,
        purpose: matter.purpose,
        device: by.device,
        network: hashes.ofNetwork(by)[0] ?? '',
        subject: matter.subject,
        codeHash: hashes.ofCode(matter, code)[0] ?? '',
        emailHash: matter.email === null ? null : (hashes.ofEmail(matter.email)[0] ?? ''),
        sends,
        sentAt: now,
        expiresAt: addSeconds(now, CODE_MINUTES * 60),
      };
      await tx.insertInto('codeRequests').values(request).execute();
      return { code, sends };
    },

    /** How often this requester had a code sent lately, and for which account; null when for none in particular. */
    async findSends(db: Db, matter: Matter, by: By): Promise<Pick<RequestRow, 'sends' | 'subject'>> {
      return (await find(db, matter, by)) ?? { sends: 0, subject: null };
    },
  };
}

function createCodeTries(hashes: CodeHashes) {
  return {
    /**
     * Uses up one of five tries, in a statement of its own, so that no refusal later takes it back; then compares. The
     * device that asked, its network and everybody else have five each (R17.7).
     */
    async claimTry(db: Db, matter: Matter, code: string, by: By, now: Date): Promise<CodeTry> {
      const { rows } = await sql<{
        id: number;
        codeHash: string;
        subject: string | null;
        emailHash: string | null;
        isLeft: boolean;
      }>`
        with asked as (
          select id, case when device = ${by.sent} then 1 when network = any (${hashes.ofNetwork(by)}) then 2 else 3 end as who
          from code_requests
          where recipient = any (${hashes.ofRecipient(matter)}) and purpose = ${matter.purpose} and expires_at > ${now}
          order by who, sent_at desc limit 1
        )
        update code_requests c set
          tries_by_device = least(tries_by_device + (who = 1)::int, ${CODE_TRIES_MAX} + 1),
          tries_by_network = least(tries_by_network + (who = 2)::int, ${CODE_TRIES_MAX} + 1),
          tries_by_others = least(tries_by_others + (who = 3)::int, ${CODE_TRIES_MAX} + 1)
        from asked where c.id = asked.id
        returning c.id, code_hash as "codeHash", subject, email_hash as "emailHash",
          case who when 1 then tries_by_device when 2 then tries_by_network else tries_by_others end
            <= ${CODE_TRIES_MAX} as "isLeft"`.execute(db);
      const [row] = rows;
      if (row === undefined) return { refusal: new RefusalError('code_expired') };
      if (!row.isLeft) return { refusal: new RefusalError('code_locked', { retryAfterSeconds: CODE_RESEND_SECONDS }) };
      const stored = Buffer.from(row.codeHash);
      const isRight = hashes.ofCode(matter, code).some((hash) => timingSafeEqual(stored, Buffer.from(hash)));
      return isRight ? row : { refusal: new RefusalError('code_mismatch') };
    },

    /**
     * Takes the code away together with its effect, and all other codes for the same: only one of several right tries
     * gets this far.
     * @throws RefusalError the refusal of the try; `code_expired` when another try was first
     */
    async consume(tx: Tx, matter: Matter, claimed: CodeTry): Promise<CodeUsed> {
      if ('refusal' in claimed) throw claimed.refusal;
      const { numDeletedRows } = await tx
        .deleteFrom('codeRequests')
        .where('id', '=', claimed.id)
        .where('codeHash', '=', claimed.codeHash)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new RefusalError('code_expired');
      await tx
        .deleteFrom('codeRequests')
        .where('recipient', 'in', hashes.ofRecipient(matter))
        .where('purpose', '=', matter.purpose)
        .execute();
      return claimed;
    },
  };
}

type RequestRow = {
  readonly id: number;
  readonly sends: number;
  readonly sentAt: Date;
  readonly subject: string | null;
};

function tooSoon({ sentAt }: RequestRow, now: Date): RefusalError {
  const retryAfterSeconds = CODE_RESEND_SECONDS - Math.floor((now.getTime() - sentAt.getTime()) / 1000);
  return new RefusalError('resend_too_soon', { retryAfterSeconds: Math.max(1, retryAfterSeconds) });
}

function addSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

import { DAY_MS, MINUTE_MS } from '@sathi/domain/durations.ts';
import { hashToken, newToken } from '../../config/tokens.ts';
import type { Tx } from '../../db/db.ts';
import { insertSession, type RefreshableRow, rotateSession, setFirstSession } from './sessions.repository.ts';

const ACCESS_SECONDS = 10 * 60;
/** How long a session may lie unused, and how long it lasts at most. Staff decide over other people's money. */
const IDLE_MS = { staff: 30 * MINUTE_MS, others: 14 * DAY_MS };
const ABSOLUTE_MS = { staff: 12 * 60 * MINUTE_MS, others: 30 * DAY_MS };

export type Tokens = {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly refreshToken: string;
  readonly refreshExpiresAt: Date;
};

/** `provenAt` when the second factor has just been given (R34.2). */
export async function openSession(
  tx: Tx,
  account: { subject: string; isStaff: boolean; device: string; provenAt?: Date },
  now: Date,
): Promise<Tokens> {
  const endsAt = after(now, ABSOLUTE_MS[account.isStaff ? 'staff' : 'others']);
  const { tokens, columns } = newTokens(account.isStaff, endsAt, now);
  const { subject, device, provenAt = null } = account;
  const id = await insertSession(tx, { subject, device, provenAt, endsAt, createdAt: now, ...columns });
  await setFirstSession(tx, { subject, id });
  return tokens;
}

/** New tokens for a session, within the time it was given when it was opened. */
export async function renewSession(tx: Tx, session: RefreshableRow, spentHash: string, now: Date): Promise<Tokens> {
  const { tokens, columns } = newTokens(session.isStaff, session.endsAt, now);
  await rotateSession(tx, session.id, spentHash, columns);
  return tokens;
}

function newTokens(isStaff: boolean, endsAt: Date, now: Date) {
  const accessToken = newToken();
  const refreshToken = newToken();
  const accessExpiresAt = earlier(after(now, ACCESS_SECONDS * 1000), endsAt);
  const refreshExpiresAt = earlier(after(now, IDLE_MS[isStaff ? 'staff' : 'others']), endsAt);
  const expiresIn = Math.floor((accessExpiresAt.getTime() - now.getTime()) / 1000);
  return {
    tokens: { accessToken, expiresIn, refreshToken, refreshExpiresAt },
    columns: {
      accessTokenHash: hashToken(accessToken),
      accessExpiresAt,
      refreshTokenHash: hashToken(refreshToken),
      refreshExpiresAt,
      refreshedAt: now,
    },
  };
}

function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

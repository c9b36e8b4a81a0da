import { randomBytes } from 'node:crypto';
import type { SmsSettings } from '../config/transports.ts';
import type { FileStore } from './outside.ts';

const TIMEOUT_MS = 5_000;

/** Asks the provider without sending anything. @returns why it is of no use; null when it is there */
export async function findSmsFault(settings: SmsSettings): Promise<string | null> {
  const url =
    settings.provider === 'twilio'
      ? new URL(`/2010-04-01/Accounts/${settings.accountSid}.json`, settings.endpoint ?? 'https://api.twilio.com')
      : new URL('/', settings.endpoint ?? `https://sns.${settings.region}.amazonaws.com`);
  const headers =
    settings.provider === 'twilio'
      ? { authorization: `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}` }
      : {};
  try {
    const { status } = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return status === 401 || status === 403 ? `it refuses the account (${status})` : null;
  } catch {
    return `${url.host} does not answer`;
  }
}

/** Keeps a picture that is none, reads it back and takes it away. @returns why that failed; null when it did not */
export async function findStorageFault(files: FileStore): Promise<string | null> {
  const key = `proposalImages/doctor-${randomBytes(8).toString('hex')}.webp`;
  const bytes = randomBytes(64);
  try {
    await files.write(key, { '640.webp': bytes, '1600.webp': bytes });
    const read = await files.read(key, ['640.webp']);
    await files.remove(key);
    return read !== null && bytes.equals(read.bytes) ? null : 'what was written does not come back';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

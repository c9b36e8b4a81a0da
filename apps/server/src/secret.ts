import { hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createOnce } from './create-once.ts';
import { StartupError } from './startup-error.ts';

const SECRET_BYTES = 32;

/**
 * The one secret of the application: `APP_SECRET`, or else 32 random bytes kept in `DATA_DIR/secret`, which only the
 * owner of the process can read. Processes that start together on one folder end up with the same bytes.
 * @throws StartupError when the file is damaged: a new secret would silently end every session.
 */
export function readAppSecret(config: { readonly appSecret: string | null; readonly dataDir: string }): Buffer {
  if (config.appSecret !== null) return Buffer.from(config.appSecret, 'utf8');
  fs.mkdirSync(config.dataDir, { recursive: true });
  const file = path.join(config.dataDir, 'secret');
  if (!fs.existsSync(file)) createOnce(file, randomBytes(SECRET_BYTES));
  const secret = fs.readFileSync(file);
  if (secret.length !== SECRET_BYTES) {
    throw new StartupError(`The file ${file} does not hold ${SECRET_BYTES} bytes; restore it, or set APP_SECRET.`);
  }
  return secret;
}

/** A key for one purpose only, so that a value made for one purpose means nothing to another. 32 bytes. */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `sathi:${purpose}`, 32));
}

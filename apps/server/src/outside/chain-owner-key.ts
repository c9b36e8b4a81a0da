import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createOnce } from '../config/create-once.ts';

/** Makes the owner's key of the embedded chain, readable for this account alone. When another process is first, its key stays. */
export function makeOwnerKey(file: string): void {
  if (fs.existsSync(file)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  createOnce(file, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));
}

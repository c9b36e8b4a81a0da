import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';

const RAW_BYTES = 32;

/**
 * The key of the account that owns all motes in the first block, made at the first start.
 * @returns its public key with the algorithm in front
 */
export function genesisKey(path: string): string {
  if (!fs.existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    fs.writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  }
  const der = createPublicKey(createPrivateKey(fs.readFileSync(path))).export({ format: 'der', type: 'spki' });
  return `01${der.subarray(-RAW_BYTES).toString('hex')}`;
}

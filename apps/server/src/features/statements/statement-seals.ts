import { gzipSync } from 'node:zlib';
import type { StatementId } from '@sathi/domain/ids.ts';
import { type Place, sealBytes } from '../../config/seal.ts';
import { type AppSecret, deriveKeys, type Keyring } from '../../config/secret.ts';

/** A large file is kept in pieces of so many packed bytes, because a database takes no longer texts at ease. */
const PIECE_BYTES = 1 << 20;

export function statementKeys(secret: AppSecret): Keyring {
  return deriveKeys(secret, 'statements');
}

export function statementPlace({
  statementId,
  piece,
}: {
  readonly statementId: StatementId;
  readonly piece: number;
}): Place {
  return ['statement_files', statementId, piece];
}

/** The file as its bank wrote it, packed and sealed (R21.1). */
export function* sealedPieces(
  keys: Keyring,
  statementId: StatementId,
  bytes: Uint8Array,
): Generator<{ readonly statementId: StatementId; readonly piece: number; readonly sealedBytes: string }> {
  const packed = gzipSync(bytes);
  for (let at = 0, piece = 0; at < packed.length; at += PIECE_BYTES, piece += 1) {
    const sealedBytes = sealBytes(keys, statementPlace({ statementId, piece }), packed.subarray(at, at + PIECE_BYTES));
    yield { statementId, piece, sealedBytes };
  }
}

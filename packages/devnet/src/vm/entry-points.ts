import { ByteReader, FormatError } from '../codec/bytes.ts';
import { readType } from '../codec/cl-type.ts';
import type { EntryPoint } from './stored.ts';

const PAYMENTS = 3;

/**
 * Entry points as Casper 2.x writes them. The form of 1.x, which lacks the byte that says who pays, is read too.
 * @throws FormatError
 */
export function entryPointsFromBytes(bytes: Uint8Array): readonly EntryPoint[] {
  try {
    return read(bytes, true);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return read(bytes, false);
  }
}

function read(bytes: Uint8Array, withPayment: boolean): readonly EntryPoint[] {
  const reader = new ByteReader(bytes);
  const entryPoints = reader.list(() => readEntryPoint(reader, withPayment));
  reader.end();
  return entryPoints;
}

function readEntryPoint(reader: ByteReader, withPayment: boolean): EntryPoint {
  reader.text(); // the key of the map, which repeats the name
  const name = reader.text();
  const args = reader.list(() => ({ name: reader.text(), cl_type: readType(reader) }));
  const ret = readType(reader);
  const access = readAccess(reader);
  const entry_point_type = readKind(reader);
  if (withPayment && reader.u8() >= PAYMENTS) throw new FormatError('unknown payment of an entry point');
  return { name, args, ret, access, entry_point_type };
}

function readAccess(reader: ByteReader): EntryPoint['access'] {
  switch (reader.u8()) {
    case 1:
      return 'Public';
    case 2:
      return { Groups: reader.list(() => reader.text()) };
    case 3:
      return 'Template';
    default:
      throw new FormatError('unknown access of an entry point');
  }
}

function readKind(reader: ByteReader): EntryPoint['entry_point_type'] {
  switch (reader.u8()) {
    case 0:
      return 'Caller';
    case 1:
      return 'Called';
    case 128:
      return 'Factory';
    default:
      throw new FormatError('unknown kind of entry point');
  }
}

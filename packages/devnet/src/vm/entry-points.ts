import { type ByteReader, FormatError } from '../codec/bytes.ts';
import { readType } from '../codec/cl-type.ts';
import type { EntryPoint } from './stored.ts';

const PAYMENTS = 3;

/** That of 2.x says for each entry point who pays. */
export type EntryPointForm = '1.x' | '2.x';

/** @throws FormatError */
export function entryPointsFromBytes(reader: ByteReader, form: EntryPointForm): readonly EntryPoint[] {
  // A name that is there twice has the last of its entry points.
  const named = reader.list(() => [reader.text(), readEntryPoint(reader, form)] as const);
  return [...new Map(named).values()];
}

function readEntryPoint(reader: ByteReader, form: EntryPointForm): EntryPoint {
  const name = reader.text();
  const args = reader.list(() => ({ name: reader.text(), cl_type: readType(reader) }));
  const ret = readType(reader);
  const access = readAccess(reader);
  const entry_point_type = readKind(reader);
  if (form === '2.x' && reader.u8() >= PAYMENTS) throw new FormatError('unknown payment of an entry point');
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

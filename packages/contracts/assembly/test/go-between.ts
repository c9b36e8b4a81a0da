// For tests only: a contract that calls another one, and keeps the answer under its named key `answer`.

import { argument, hashArgument, textArgument } from '../arguments';
import { BROKEN_STORAGE, expectSuccess } from '../errors';
import * as host from '../host';
import { EntryPoints, installContract, NamedKeys } from '../install';
import { allocate, lengthAndAscii, Bytes } from '../memory';
import { hostBuffer, newUref, urefKey } from '../storage';
import { BYTES_32, STRING, typedValue, UNIT } from '../values';

/** Bytes of which the chain knows no more. */
const ANY: u32 = 21;

/** `arguments` is the arguments as a deploy carries them. */
export function forward(): void {
  const contract = hashArgument('contract');
  const entryPoint = argument('entry_point');
  const args = argument('arguments');
  const size = allocate(8);
  const result = host.callContract(
    contract.start,
    contract.length,
    entryPoint.start,
    entryPoint.length,
    args.start,
    args.length,
    size,
  );
  expectSuccess(result, BROKEN_STORAGE);
  const answered = load<u32>(size);
  const answer = typedValue(answered == 0 ? Bytes.ofLength(0) : hostBuffer(answered), ANY);
  const key = urefKey(newUref(answer));
  const name = lengthAndAscii('answer');
  host.putKey(name.start, name.length, key.start, key.length);
}

export function call(): void {
  const entryPoints = EntryPoints.none();
  entryPoints
    .add('forward')
    .takes('contract', BYTES_32)
    .takes('entry_point', STRING)
    .takes('arguments', ANY)
    .returns(UNIT);
  installContract(textArgument('contract_name'), entryPoints, NamedKeys.none());
}

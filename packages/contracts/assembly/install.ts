import { BROKEN_STORAGE, expectSuccess } from './errors';
import * as host from './host';
import { allocate, Bytes, Writer } from './memory';
import { urefKey } from './storage';
import { writeType } from './values';

const PUBLIC_ACCESS: u32 = 1;
const CALLED: u32 = 1;
const PAID_BY_CALLER: u32 = 0;
const HASH_KEY_TAG: u32 = 1;
const ALL_RIGHTS: u32 = 7;

/** The entry points of a contract, in the form of Casper 2.x. They have to be added in the order of their names. */
@unmanaged
export class EntryPoints {
  private writer: Writer;
  private count: u32;
  private parameterCountAt: usize;

  static none(): EntryPoints {
    const list = changetype<EntryPoints>(allocate(offsetof<EntryPoints>()));
    list.writer = Writer.withRoom(2048).u32(0);
    list.count = 0;
    return list;
  }

  /** Begins an entry point; {@link takes} adds its parameters and {@link returns} ends it. */
  add(name: string): EntryPoints {
    this.count++;
    // The name is there twice: in the list, and in the entry point.
    this.writer.string(name).string(name).u32(0);
    this.parameterCountAt = this.writer.start + this.writer.length - 4;
    return this;
  }

  takes(name: string, type: u32): EntryPoints {
    store<u32>(this.parameterCountAt, load<u32>(this.parameterCountAt) + 1);
    this.writer.string(name);
    writeType(this.writer, type);
    return this;
  }

  returns(type: u32): EntryPoints {
    writeType(this.writer, type);
    this.writer.byte(PUBLIC_ACCESS).byte(CALLED).byte(PAID_BY_CALLER);
    return this;
  }

  done(): Bytes {
    const bytes = this.writer.done();
    store<u32>(bytes.start, this.count);
    return bytes;
  }
}

/** The names a contract starts with. They have to be added in order. */
@unmanaged
export class NamedKeys {
  private writer: Writer;
  private count: u32;

  static none(): NamedKeys {
    const list = changetype<NamedKeys>(allocate(offsetof<NamedKeys>()));
    list.writer = Writer.withRoom(1024).u32(0);
    list.count = 0;
    return list;
  }

  key(name: string, key: Bytes): NamedKeys {
    this.count++;
    this.writer.string(name).bytes(key);
    return this;
  }

  uref(name: string, uref: Bytes): NamedKeys {
    return this.key(name, urefKey(uref));
  }

  done(): Bytes {
    const bytes = this.writer.done();
    store<u32>(bytes.start, this.count);
    return bytes;
  }
}

/** The Key of a contract, or of a package, from its hash. */
export function hashKey(hash: Bytes): Bytes {
  return Writer.withRoom(33).byte(HASH_KEY_TAG).bytes(hash).done();
}

/**
 * Stores the module as a contract, and leaves three names in the account that installs it: `<name>_contract_hash`,
 * `<name>_package_hash` and `<name>_access_token`, which is the right to replace the contract by a later version.
 */
export function installContract(name: Bytes, entryPoints: EntryPoints, namedKeys: NamedKeys): void {
  const packageHash = Bytes.ofLength(32);
  const accessAddress = Bytes.ofLength(32);
  host.createContractPackage(packageHash.start, accessAddress.start, 0);

  const entries = entryPoints.done();
  const keys = namedKeys.done();
  const contractHash = Bytes.ofLength(32);
  const version = allocate(8);
  const noTopics = Writer.withRoom(4).u32(0).done();
  const result = host.addContractVersion(
    packageHash.start,
    packageHash.length,
    version,
    entries.start,
    entries.length,
    keys.start,
    keys.length,
    noTopics.start,
    noTopics.length,
    contractHash.start,
    contractHash.length,
  );
  expectSuccess(result, BROKEN_STORAGE);

  putAccountKey(name, '_access_token', urefKey(Writer.withRoom(33).bytes(accessAddress).byte(ALL_RIGHTS).done()));
  putAccountKey(name, '_contract_hash', hashKey(contractHash));
  putAccountKey(name, '_package_hash', hashKey(packageHash));
}

function putAccountKey(name: Bytes, ending: string, key: Bytes): void {
  const length: u32 = name.length + ending.length;
  const fullName = Writer.withRoom(length + 4)
    .u32(length)
    .bytes(name)
    .ascii(ending)
    .done();
  host.putKey(fullName.start, fullName.length, key.start, key.length);
}

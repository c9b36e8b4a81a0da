// The functions of a Casper 2.x node that the contracts use. Names and shapes are the node's; a module that imports any
// other is refused when it is installed. Decorated functions are AssemblyScript only, so they all stand here.
//
// Every function takes pointers and lengths in bytes. A result of 0 is success, any other is the node's error number.
// Sizes are written as 4 or as 8 bytes, depending on the function, so they always get a word of 8.

/** The node's number for an item that was never written. */
export const VALUE_NOT_FOUND: i32 = 6;

@external('env', 'casper_get_named_arg_size')
export declare function getNamedArgSize(name: usize, nameLength: u32, size: usize): i32;

@external('env', 'casper_get_named_arg')
export declare function getNamedArg(name: usize, nameLength: u32, into: usize, intoLength: u32): i32;

/** Moves the answer of the call before it into memory. */
@external('env', 'casper_read_host_buffer')
export declare function readHostBuffer(into: usize, intoLength: u32, size: usize): i32;

@external('env', 'casper_new_uref')
export declare function newUref(uref: usize, value: usize, valueLength: u32): void;

@external('env', 'casper_read_value')
export declare function readValue(key: usize, keyLength: u32, size: usize): i32;

@external('env', 'casper_write')
export declare function write(key: usize, keyLength: u32, value: usize, valueLength: u32): void;

/** The name has its length in front of it, unlike names of arguments. */
@external('env', 'casper_get_key')
export declare function getKey(name: usize, nameLength: u32, into: usize, intoLength: u32, size: usize): i32;

/** The name has its length in front of it. */
@external('env', 'casper_put_key')
export declare function putKey(name: usize, nameLength: u32, key: usize, keyLength: u32): void;

@external('env', 'casper_new_dictionary')
export declare function newDictionary(size: usize): i32;

@external('env', 'casper_dictionary_get')
export declare function dictionaryGet(uref: usize, urefLength: u32, item: usize, itemLength: u32, size: usize): i32;

@external('env', 'casper_dictionary_put')
export declare function dictionaryPut(
  uref: usize,
  urefLength: u32,
  item: usize,
  itemLength: u32,
  value: usize,
  valueLength: u32,
): i32;

@external('env', 'casper_load_call_stack')
export declare function loadCallStack(frames: usize, size: usize): i32;

/** The account that signed the deploy, however many contracts stand between. */
@external('env', 'casper_get_caller')
export declare function getSigner(size: usize): i32;

@external('env', 'casper_blake2b')
export declare function blake2b(input: usize, inputLength: u32, into: usize, intoLength: u32): i32;

/** The name of the entry point has its length in front of it. */
@external('env', 'casper_call_contract')
export declare function callContract(
  contract: usize,
  contractLength: u32,
  entryPoint: usize,
  entryPointLength: u32,
  args: usize,
  argsLength: u32,
  size: usize,
): i32;

@external('env', 'casper_create_contract_package_at_hash')
export declare function createContractPackage(hash: usize, accessUref: usize, locked: u32): void;

/** The one function that reads entry points in the form of 2.x. */
@external('env', 'casper_add_contract_version_with_message_topics')
export declare function addContractVersion(
  packageHash: usize,
  packageHashLength: u32,
  version: usize,
  entryPoints: usize,
  entryPointsLength: u32,
  namedKeys: usize,
  namedKeysLength: u32,
  topics: usize,
  topicsLength: u32,
  into: usize,
  intoLength: u32,
): i32;

/** Ends the call with a result. */
@external('env', 'casper_ret')
export declare function ret(value: usize, valueLength: u32): void;

/** Ends the call with an error and undoes its writes. */
@external('env', 'casper_revert')
export declare function revert(status: u32): void;

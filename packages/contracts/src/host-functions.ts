/**
 * The functions of a Casper 2.x node that our contracts call: what they take, `>`, what they give. `i` is an i32. The
 * node has more; one that is needed is added here and in assembly/host.ts.
 */
export const HOST_FUNCTIONS: Readonly<Record<string, string>> = {
  casper_add_contract_version: 'iiiiiiiiii>i',
  casper_blake2b: 'iiii>i',
  casper_call_contract: 'iiiiiii>i',
  casper_create_contract_package_at_hash: 'iii>',
  casper_dictionary_get: 'iiiii>i',
  casper_dictionary_put: 'iiiiii>i',
  casper_get_caller: 'i>i',
  casper_get_key: 'iiiii>i',
  casper_get_named_arg: 'iiii>i',
  casper_get_named_arg_size: 'iii>i',
  casper_load_call_stack: 'ii>i',
  casper_new_dictionary: 'i>i',
  casper_new_uref: 'iii>',
  casper_put_key: 'iiii>',
  casper_read_host_buffer: 'iii>i',
  casper_read_value: 'iii>i',
  casper_ret: 'ii>',
  casper_revert: 'i>',
  casper_write: 'iiii>',
};

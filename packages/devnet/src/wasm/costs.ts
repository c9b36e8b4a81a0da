/** Prices in motes, from the production chain specification of Casper 2.0. */
export const OPCODE_COSTS = {
  bit: 300,
  add: 210,
  multiply: 240,
  divide: 320,
  load: 2_500,
  store: 4_700,
  constant: 110,
  local: 390,
  global: 390,
  comparison: 250,
  conversion: 420,
  unreachable: 270,
  nop: 200,
  currentMemory: 290,
  growMemory: 240_000,
  signExtension: 300,
  control: 440,
  branch: 35_000,
  branchTableLabel: 100,
  call: 68_000,
} as const;

export const GAS_PER_STORED_BYTE = 1_117_587n;
export const NATIVE_TRANSFER_COST = 100_000_000n;

/** What a host function costs: a fixed part, and a price for some of its arguments, which are lengths. */
export type HostCost = { readonly fixed: number; readonly perArgument: readonly number[] };

const cost = (fixed: number, ...perArgument: number[]): HostCost => ({ fixed, perArgument });

export const HOST_COSTS = {
  casper_add: cost(5_800),
  casper_add_contract_version: cost(200, 0, 0, 0, 0, 120_000),
  casper_add_contract_version_with_message_topics: cost(200, 0, 0, 0, 0, 120_000, 0, 0, 0, 30_000),
  casper_blake2b: cost(1_200_000, 0, 120_000),
  casper_call_contract: cost(300_000_000, 0, 0, 0, 120_000, 0, 120_000),
  casper_call_versioned_contract: cost(300_000_000, 0, 0, 0, 0, 0, 120_000, 0, 120_000),
  casper_create_contract_package_at_hash: cost(200),
  casper_dictionary_get: cost(5_500, 0, 0, 0, 590),
  casper_dictionary_put: cost(9_500, 0, 0, 0, 1_800, 0, 520),
  casper_get_blocktime: cost(330),
  casper_get_caller: cost(380),
  casper_get_key: cost(2_000, 0, 440),
  casper_get_main_purse: cost(1_300),
  casper_get_named_arg: cost(200, 0, 120_000, 0, 120_000),
  casper_get_named_arg_size: cost(200),
  casper_get_phase: cost(710),
  casper_has_key: cost(1_500, 0, 840),
  casper_is_valid_uref: cost(760),
  casper_load_call_stack: cost(10_000),
  casper_load_named_keys: cost(42_000),
  casper_new_dictionary: cost(17_000),
  casper_new_uref: cost(17_000, 0, 0, 590),
  casper_print: cost(20_000, 0, 4_600),
  casper_put_key: cost(100_000_000, 0, 120_000, 0, 120_000),
  casper_read_host_buffer: cost(3_500, 0, 310),
  casper_read_value: cost(60_000, 0, 120_000),
  casper_remove_key: cost(61_000, 0, 3_200),
  casper_ret: cost(23_000, 0, 420_000),
  casper_revert: cost(500),
  casper_write: cost(14_000, 0, 0, 0, 980),
} as const satisfies Record<string, HostCost>;

export type HostFunctionName = keyof typeof HOST_COSTS;

import { type URef } from '../codec/keys.ts';
import type { FormatError } from '../codec/bytes.ts';

/** An execution ended by the rules: its writes are dropped, its gas is paid. The message is shown in the result. */
export class Trap extends Error {}

export class OutOfGas extends Trap {
  constructor() {
    super('Out of gas error');
  }
}

/** The contract itself ended the execution. */
export class Revert extends Trap {
  readonly code: number;

  constructor(code: number) {
    super(revertText(code));
    this.code = code;
  }
}

export function forged({ address, rights }: URef): Trap {
  return new Trap(`Forged reference: URef(${address}, ${RIGHTS_NAMES[rights] ?? ''})`);
}

/** Bytes without the expected form, in the words of a node. */
export function unreadable({ message }: FormatError): Trap {
  return new Trap(`Serialization error: Deserialization error: ${READABLE.has(message) ? message : 'formatting'}`);
}

/** @param key `hash-…` */
export function keyNotFound(key: string): Trap {
  return new Trap(`Key Key::Hash(${key.slice(-64)}) not found`);
}

const READABLE: ReadonlySet<string> = new Set(['early end of stream', 'left-over bytes']);

const RIGHTS_NAMES = ['NONE', 'READ', 'WRITE', 'READ_WRITE', 'ADD', 'READ_ADD', 'ADD_WRITE', 'READ_ADD_WRITE'];

/** The codes of a node, counted from one. */
const API_ERRORS =
  'None MissingArgument InvalidArgument Deserialize Read ValueNotFound ContractNotFound GetKey UnexpectedKeyVariant UnexpectedContractRefVariant InvalidPurseName InvalidPurse UpgradeContractAtURef Transfer NoAccessRights CLTypeMismatch EarlyEndOfStream Formatting LeftOverBytes OutOfMemory MaxKeysLimit DuplicateKey PermissionDenied MissingKey ThresholdViolation KeyManagementThreshold DeploymentThreshold InsufficientTotalWeight InvalidSystemContract PurseNotCreated Unhandled BufferTooSmall HostBufferEmpty HostBufferFull AllocLayout DictionaryItemKeyExceedsLength InvalidDictionaryItemKey MissingSystemContractHash ExceededRecursionDepth NonRepresentableSerialization MessageTopicAlreadyRegistered MaxTopicsNumberExceeded MaxTopicNameSizeExceeded MessageTopicNotRegistered MessageTopicFull MessageTooLarge MaxMessagesPerBlockExceeded NotAllowedToAddContractVersion InvalidDelegationAmountLimits InvalidCallerInfoRequest'.split(
    ' ',
  );

/** The codes of the auction of a node, counted from zero. */
const AUCTION_ERRORS =
  'MissingKey InvalidKeyVariant MissingValue Serialization TransferToBidPurse InvalidAmount BidNotFound ValidatorNotFound DelegatorNotFound Storage Bonding Unbonding ReleaseFounderStake GetBalance InvalidContext ValidatorFundsLocked InvalidCaller InvalidPublicKey BondNotFound CreatePurseFailed UnbondTooLarge BondTooSmall MissingDelegations MismatchedEraValidators MintReward InvalidValidatorSlotsValue MintReduceTotalSupply TransferToDelegatorPurse ValidatorRewardTransfer DelegatorRewardTransfer WithdrawDelegatorReward WithdrawValidatorReward TransferToUnbondingPurse RecordEraInfo CLValue MissingSeigniorageRecipients Transfer DelegationRateTooLarge DelegatorFundsLocked ArithmeticOverflow GasLimit RuntimeStackOverflow MintError ExceededDelegatorSizeLimit GlobalDelegatorCapacityReached DelegationAmountTooSmall RuntimeStack AuctionBidsDisabled GetAccumulationPurse TransferToAdministrator ForgedReference MissingPurse ValidatorBidExistsAlready BridgeRecordChainTooLong UnexpectedBidVariant DelegationAmountTooLarge ReservationNotFound ExceededReservationSlotsLimit ExceededReservationsLimit ReservationSlotsCountTooSmall UnexpectedUnbondVariant UnexpectedStoredValueVariant RedelegationValidatorNotFound VestingLockout'.split(
    ' ',
  );

const AUCTION = 64_512;
/** The code of the first error that a package or its versions have. */
export const CONTRACT_HEADER = 64_768;
const MINT = 65_024;
const HANDLE_PAYMENT = 65_280;
const USER = 65_536;
const BEYOND_USER = 131_072;

function revertText(code: number): string {
  if (code >= USER && code < BEYOND_USER) return `User error: ${code - USER}`;
  if (code >= HANDLE_PAYMENT && code < USER) return `Handle Payment error: ${code - HANDLE_PAYMENT}`;
  if (code >= MINT && code < HANDLE_PAYMENT) return `Mint error: ${code - MINT}`;
  if (code >= CONTRACT_HEADER && code < MINT) return `Contract header error: ${code - CONTRACT_HEADER}`;
  const auction = AUCTION_ERRORS[code - AUCTION];
  if (auction) return `ApiError::AuctionError(${auction}) [${code}]`;
  const name = API_ERRORS[code - 1];
  return name ? `ApiError::${name} [${code}]` : 'ApiError::Unhandled [31]';
}

/** The answers of a host function other than zero; contracts know these numbers. */
export const API_ERROR = {
  missingArgument: 2,
  invalidArgument: 3,
  valueNotFound: 6,
  outOfMemory: 20,
  missingKey: 24,
  unhandled: 31,
  bufferTooSmall: 32,
  hostBufferEmpty: 33,
  hostBufferFull: 34,
  dictionaryItemKeyExceedsLength: 36,
  invalidDictionaryItemKey: 37,
  topicAlreadyRegistered: 41,
  tooManyTopics: 42,
  topicNameTooLong: 43,
  topicNotRegistered: 44,
  messageTooLarge: 46,
  notAllowedToAddVersion: 48,
  invalidCallerInfoRequest: 50,
} as const;

/**
 * The meaning of a failed deploy, by the number in its `User error: <number>`. The contracts carry the same numbers in
 * assembly/errors.ts; those from 60001 on are CEP-18's.
 */
export const CONTRACT_ERRORS = {
  invalidArgument: 1,
  notOwner: 2,
  brokenStorage: 3,
  outOfMemory: 4,
  invalidProposalId: 5,
  unknownProposal: 6,
  notBacked: 7,
  invalidRecord: 8,
  insufficientBalance: 60001,
  insufficientAllowance: 60002,
  overflow: 60003,
} as const;

export type ContractError = keyof typeof CONTRACT_ERRORS;

/** Reads the message of an execution result. Null when it is no error of these contracts, such as out of gas. */
export function contractErrorOf(message: string): ContractError | null {
  const number = Number(/^User error: (\d+)$/.exec(message)?.[1]);
  const names = Object.keys(CONTRACT_ERRORS) as ContractError[];
  return names.find((name) => CONTRACT_ERRORS[name] === number) ?? null;
}

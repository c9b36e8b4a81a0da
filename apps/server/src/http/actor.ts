import type { EndpointShape } from '@sathi/contract/endpoint.ts';
import { normalizePhone } from '@sathi/domain/accounts.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { RefusalError } from '../errors/refusal-error.ts';
import type { Caller } from './call.ts';

/**
 * The names under which a client may say who is acting by an address, beside `userId`, `proposalOwner` by id or name,
 * and `username` by subject or phone.
 */
const ADDRESS_NAMES = ['userAddress', 'address'] as const;

type Named = Readonly<Record<string, unknown>>;

/**
 * The actor is always the token's user (R6.7): a value that names another person is refused, an absent one is fine.
 * The ids of an `onBehalf` call are judged once the owner of its loan is known, who may be named too.
 * @throws RefusalError `not_permitted`
 */
export function refuseOtherActor(
  caller: Caller,
  sources: readonly unknown[],
  { onBehalf, notActor = [] }: Pick<EndpointShape, 'onBehalf' | 'notActor'>,
  ...owners: readonly UserId[]
): void {
  const addresses = ADDRESS_NAMES.filter((name) => !notActor.includes(name));
  const { subject, phone } = caller;
  const ids = [caller.viewer?.id, ...owners].map(String);
  for (const source of sources.filter(isNamed)) {
    const { userId, proposalOwner, username } = source;
    const namesOther =
      (!onBehalf && (isOther(userId, ...ids) || isOther(proposalOwner, ...ids, caller.fullName))) ||
      // A plus sign that was not encoded arrives as a space.
      (!notActor.includes('username') && isOther(username, subject, phone.slice(1)) && !isPhoneOf(username, phone)) ||
      addresses.some((name) => isOther(source[name], caller.publicAddress));
    if (namesOther) throw new RefusalError('not_permitted');
  }
}

function isOther(value: unknown, ...own: readonly (string | null)[]): boolean {
  if (value === undefined || value === null || value === '') return false;
  return (typeof value !== 'string' && typeof value !== 'number') || !own.includes(String(value).trim());
}

/** Whether the value is this phone, also as a person may type it. */
function isPhoneOf(value: unknown, phone: string): boolean {
  return (typeof value === 'string' || typeof value === 'number') && normalizePhone(String(value)) === phone;
}

function isNamed(source: unknown): source is Named {
  return typeof source === 'object' && source !== null;
}

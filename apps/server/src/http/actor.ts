import type { EndpointShape } from '@sathi/contract/endpoint.ts';
import { RefusalError } from '../errors/refusal-error.ts';
import type { Caller } from './call.ts';

/** Beside `userId`, `proposalOwner` by id or name, and `username` by subject or phone, the names under which a client may say who is acting. */
const ADDRESS_NAMES = ['userAddress', 'address'] as const;

type Named = Readonly<Record<string, unknown>>;

/**
 * The actor is always the token's user (R6.7): a value that names another person is refused, an absent one is fine.
 * @throws RefusalError `not_permitted`
 */
export function refuseOtherActor(
  caller: Caller,
  sources: readonly unknown[],
  { onBehalf, notActor = [] }: Pick<EndpointShape, 'onBehalf' | 'notActor'>,
): void {
  const addresses = ADDRESS_NAMES.filter((name) => !notActor.includes(name));
  const { subject, phone } = caller;
  for (const source of sources.filter(isNamed)) {
    const id = String(caller.viewer?.id);
    const namesOther =
      (!onBehalf && (isOther(source['userId'], id) || isOther(source['proposalOwner'], id, caller.fullName))) ||
      // A plus sign that was not encoded arrives as a space.
      (!notActor.includes('username') && isOther(source['username'], subject, phone, phone.slice(1))) ||
      addresses.some((name) => isOther(source[name], caller.publicAddress));
    if (namesOther) throw new RefusalError('not_permitted');
  }
}

function isOther(value: unknown, ...own: readonly (string | null)[]): boolean {
  if (value === undefined || value === null || value === '') return false;
  return (typeof value !== 'string' && typeof value !== 'number') || !own.includes(String(value).trim());
}

function isNamed(source: unknown): source is Named {
  return typeof source === 'object' && source !== null;
}

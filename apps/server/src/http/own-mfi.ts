import type { MfiId } from '@sathi/domain/ids.ts';
import { ownMfi } from '@sathi/domain/permissions.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { isManagerOf } from '@sathi/domain/staff.ts';
import { RefusalError } from '../errors/refusal-error.ts';

/** The institution that a member of staff names, else their first. @throws RefusalError `not_permitted` */
export function mfiOfStaff(viewer: SignedIn, named: MfiId | undefined): MfiId {
  const own = ownMfi(viewer, named);
  if (own === null) throw new RefusalError('not_permitted');
  return own;
}

/** The same for a manager there. @throws RefusalError `not_permitted` */
export function mfiOfManager(viewer: SignedIn, named: MfiId | undefined): MfiId {
  const own = mfiOfStaff(viewer, named);
  if (!isManagerOf(viewer, own)) throw new RefusalError('not_permitted');
  return own;
}

import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';
import type { DataOf } from '../../lib/wire.ts';

export type StaffRow = DataOf<'listStaff'>[number];

/** The people of an office and those on the way there, for its managers. */
export function useStaff(mfiId: string) {
  return useList('listStaff', queryKeys.staff(mfiId), { mfiId });
}

/** Entries that wait for this person, for those staff who do not see the list. */
export function useStaffToConfirm(mfiId: string) {
  return useList('listStaffToConfirm', queryKeys.staffToConfirm(mfiId), { mfiId });
}

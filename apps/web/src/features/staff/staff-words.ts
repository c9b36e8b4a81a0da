import type { StaffRole } from '@sathi/domain/staff.ts';
import type { StaffTextKey } from '../../lib/text.tsx';

export const ROLE_WORDS: Record<StaffRole, StaffTextKey> = {
  officer: 'staff.role.officer',
  manager: 'staff.role.manager',
};

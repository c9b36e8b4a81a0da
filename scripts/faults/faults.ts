import { ACCOUNT_FAULTS } from './accounts.ts';
import { ANONYMITY_FAULTS } from './anonymity.ts';
import type { Fault } from './fault.ts';
import { GUARD_FAULTS } from './guards.ts';
import { LEDGER_FAULTS } from './ledger.ts';
import { LIMIT_FAULTS } from './limits.ts';
import { LOAN_LIFE_FAULTS } from './loan-life.ts';
import { OPERATION_FAULTS } from './operation.ts';
import { OWN_DATA_FAULTS } from './own-data.ts';
import { PASSWORD_FAULTS } from './passwords.ts';
import { PICTURE_FAULTS } from './pictures.ts';
import { REPORT_FAULTS } from './reports.ts';
import { RULE_FAULTS } from './rules.ts';
import { STAFF_FAULTS } from './staff.ts';
import { TRAP_FAULTS } from './traps.ts';
import { VISITOR_FAULTS } from './visitors.ts';

export const FAULTS: readonly Fault[] = [
  ...LEDGER_FAULTS,
  ...RULE_FAULTS,
  ...ACCOUNT_FAULTS,
  ...PASSWORD_FAULTS,
  ...ANONYMITY_FAULTS,
  ...OWN_DATA_FAULTS,
  ...STAFF_FAULTS,
  ...REPORT_FAULTS,
  ...LIMIT_FAULTS,
  ...GUARD_FAULTS,
  ...PICTURE_FAULTS,
  ...TRAP_FAULTS,
  ...VISITOR_FAULTS,
  ...LOAN_LIFE_FAULTS,
  ...OPERATION_FAULTS,
];

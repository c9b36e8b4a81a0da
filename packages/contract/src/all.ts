import * as accountDays from './account-days.ts';
import * as addressChanges from './address-changes.ts';
import * as auditLog from './audit-log.ts';
import * as analytics from './analytics.ts';
import * as approvals from './approvals.ts';
import type { CallName } from './calls.ts';
import * as batches from './batches.ts';
import * as contacts from './contacts.ts';
import * as payouts from './payouts.ts';
import * as campaigns from './campaigns.ts';
import * as chain from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import * as fileUploads from './files.ts';
import * as gifts from './gifts.ts';
import * as freezes from './freezes.ts';
import * as holidays from './holidays.ts';
import * as identity from './identity.ts';
import * as investments from './investments.ts';
import * as invitations from './invitations.ts';
import * as messages from './messages.ts';
import * as lines from './lines.ts';
import * as loanFigures from './loan-figures.ts';
import * as loanLimits from './loan-limits.ts';
import * as mfiOffice from './mfi-office.ts';
import * as mfis from './mfis.ts';
import * as moneyAccounts from './money-accounts.ts';
import * as moneySettings from './money-settings.ts';
import * as notifications from './notifications.ts';
import * as ownMoney from './own-money.ts';
import * as ownData from './own-data.ts';
import * as people from './people.ts';
import * as payIns from './pay-ins.ts';
import * as payoutAccounts from './payout-accounts.ts';
import * as defaults from './defaults.ts';
import * as forgiving from './forgiving.ts';
import * as hardships from './hardships.ts';
import * as imports from './imports.ts';
import * as pauses from './pauses.ts';
import * as plans from './plans.ts';
import * as payoutCare from './payout-care.ts';
import * as phoneChanges from './phone-changes.ts';
import * as portfolio from './portfolio.ts';
import * as proposalHistory from './proposal-history.ts';
import * as proposalLists from './proposal-lists.ts';
import * as proposals from './proposals.ts';
import * as publicFigures from './public-figures.ts';
import * as rates from './rates.ts';
import * as releaseUndoings from './release-undoings.ts';
import * as relending from './relending.ts';
import * as repayments from './repayments.ts';
import * as receipts from './receipts.ts';
import * as reports from './reports.ts';
import * as savedSearches from './saved-searches.ts';
import * as secondFactor from './second-factor.ts';
import * as sessions from './sessions.ts';
import * as settlements from './settlements.ts';
import * as share from './share.ts';
import * as statements from './statements.ts';
import * as staff from './staff.ts';
import * as tills from './tills.ts';
import * as updates from './updates.ts';
import * as userStats from './user-stats.ts';
import * as users from './users.ts';
import * as yearLetters from './year-letters.ts';
import * as withdrawals from './withdrawals.ts';

const files = {
  ...identity,
  ...secondFactor,
  ...sessions,
  ...addressChanges,
  ...users,
  ...ownData,
  ...mfis,
  ...approvals,
  ...loanFigures,
  ...loanLimits,
  ...mfiOffice,
  ...moneySettings,
  ...moneyAccounts,
  ...rates,
  ...statements,
  ...lines,
  ...accountDays,
  ...settlements,
  ...staff,
  ...people,
  ...phoneChanges,
  ...auditLog,
  ...freezes,
  ...proposals,
  ...proposalLists,
  ...proposalHistory,
  ...publicFigures,
  ...savedSearches,
  ...userStats,
  ...investments,
  ...yearLetters,
  ...withdrawals,
  ...payIns,
  ...receipts,
  ...gifts,
  ...relending,
  ...ownMoney,
  ...payoutAccounts,
  ...payoutCare,
  ...payouts,
  ...batches,
  ...tills,
  ...repayments,
  ...contacts,
  ...defaults,
  ...releaseUndoings,
  ...forgiving,
  ...hardships,
  ...imports,
  ...pauses,
  ...plans,
  ...holidays,
  ...reports,
  ...portfolio,
  ...updates,
  ...invitations,
  ...messages,
  ...notifications,
  ...campaigns,
  ...fileUploads,
  ...analytics,
  ...share,
  ...chain,
};

/** The endpoints by name, for types: `Endpoints['backProposal']`. */
export type Endpoints = { [Name in CallName & keyof typeof files]: (typeof files)[Name] };

/** Every endpoint in one list: the OpenAPI document, the authorisation matrix and the comparison with the specification. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(files).filter(
  (value): value is typeof value & Endpoint => typeof value === 'object' && value !== null && 'path' in value,
);

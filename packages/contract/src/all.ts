import * as analytics from './analytics.ts';
import type { CallName } from './calls.ts';
import * as campaigns from './campaigns.ts';
import * as chain from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import * as fileUploads from './files.ts';
import * as identity from './identity.ts';
import * as investments from './investments.ts';
import * as invitations from './invitations.ts';
import * as messages from './messages.ts';
import * as mfiOffice from './mfi-office.ts';
import * as mfis from './mfis.ts';
import * as notifications from './notifications.ts';
import * as portfolio from './portfolio.ts';
import * as proposalHistory from './proposal-history.ts';
import * as proposals from './proposals.ts';
import * as repayments from './repayments.ts';
import * as updates from './updates.ts';
import * as userStats from './user-stats.ts';
import * as users from './users.ts';
import * as withdrawals from './withdrawals.ts';

const files = {
  ...identity,
  ...users,
  ...mfis,
  ...mfiOffice,
  ...proposals,
  ...proposalHistory,
  ...userStats,
  ...investments,
  ...withdrawals,
  ...repayments,
  ...portfolio,
  ...updates,
  ...invitations,
  ...messages,
  ...notifications,
  ...campaigns,
  ...fileUploads,
  ...analytics,
  ...chain,
};

/** The endpoints by name, for types: `Endpoints['backProposal']`. */
export type Endpoints = { [Name in CallName & keyof typeof files]: (typeof files)[Name] };

/** Every endpoint in one list: the OpenAPI document, the authorisation matrix and the comparison with the specification. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(files).filter(
  (value): value is typeof value & Endpoint => typeof value === 'object' && value !== null && 'path' in value,
);

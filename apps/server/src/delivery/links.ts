import type { CampaignId, MfiId, ProposalId } from '@sathi/domain/ids.ts';

type Page = {
  readonly mfiName?: string;
  readonly proposalId?: ProposalId | null | undefined;
  readonly campaignId?: CampaignId | null | undefined;
};

/** The page of a proposal or a campaign. `origin` is the public one (security T14). */
export function pageUrl(origin: string, page: Page, more: Readonly<Record<string, string>> = {}): string {
  const { mfiName = '', proposalId, campaignId } = page;
  const name = proposalId ? 'proposal' : 'proposalsByCampaign';
  return `${origin}/App/${name}?${new URLSearchParams({ mfi: mfiName, id: String(proposalId ?? campaignId), ...more })}`;
}

/** The open proposals of all institutions. */
export function openLoansUrl(origin: string): string {
  return `${origin}/App/Invest`;
}

/** The list of an institution's open proposals. */
export function homeUrl(origin: string, mfiName: string): string {
  return `${origin}/App/Home/${mfiName}`;
}

/** Leads to what an institution wrote down for a person, who signs in there or claims the account by a code. */
export function offersUrl(origin: string, mfiId: MfiId): string {
  return `${origin}/o/${mfiId}`;
}

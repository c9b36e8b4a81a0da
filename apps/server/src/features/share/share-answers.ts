import { isolated } from '@sathi/domain/isolated.ts';
import { type Cents, subtractCents } from '@sathi/domain/money.ts';
import { PROPOSAL_STATUS } from '@sathi/domain/proposals.ts';
import type { Language } from '../../http/language.ts';
import { formatUsd, pageText } from '../../http/sentences.ts';
import { LARGEST_FILE, type Outside } from '../../outside/outside.ts';
import type { CampaignRow, CampaignTotals } from '../campaigns/campaigns.repository.ts';
import type { Card } from './draw-card.ts';
import type { Status } from './draw-status.ts';
import type { Poster } from './poster-page.ts';
import type { SharedProposalRow } from './share.repository.ts';

function doneCents({ statusCode, repaidCents, backedCents }: SharedProposalRow): Cents {
  return statusCode >= PROPOSAL_STATUS.funded ? repaidCents : backedCents;
}

async function photoOf({ image }: SharedProposalRow, files: Outside['files']): Promise<Uint8Array | null> {
  return image === null ? null : ((await files.read(image, [LARGEST_FILE]))?.bytes ?? null);
}

export async function cardOf(row: SharedProposalRow, files: Outside['files']): Promise<Card> {
  const { title, mfiName, primaryColor, amountCents } = row;
  return {
    title,
    mfiName,
    figures: `${formatUsd('en', doneCents(row))} / ${formatUsd('en', amountCents)}`,
    progress: doneCents(row) / amountCents,
    colour: primaryColor,
    picture: await photoOf(row, files),
  };
}

export async function statusOf(row: SharedProposalRow, language: Language, files: Outside['files']): Promise<Status> {
  const through = pageText(language, 'poster.through', { mfiName: inSentence(row.mfiName, language) });
  return {
    title: row.title,
    lines: [
      figuresOf(row, language),
      ...(isRepaid(row) ? [] : [pageText(language, 'poster.lend')]),
      `${through} · ${pageText(language, 'poster.product')}`,
    ],
    isFromRight: language === 'ar',
    progress: doneCents(row) / row.amountCents,
    colour: row.primaryColor,
    picture: await photoOf(row, files),
  };
}

/** `own` is the code of the link of the person who prints it. */
export function posterOf(row: SharedProposalRow, language: Language, origin: string, own: { by?: string }): Poster {
  const { id, title, image, mfiName, amountCents } = row;
  const query = new URLSearchParams({ mfi: mfiName, id: String(id), ...own });
  return {
    title,
    mfiName,
    image: image === null ? null : `/files/${image}`,
    figures: figuresOf(row, language),
    progress: doneCents(row) / amountCents,
    isOpen: !isRepaid(row),
    url: `${origin}/App/proposal?${query}`,
  };
}

/** Its loans together (R16.3). */
export function campaignPosterOf(
  row: CampaignRow & CampaignTotals,
  language: Language,
  origin: string,
  own: { by?: string },
): Poster {
  const { id, name, image, mfiName, askedCents, collectedCents } = row;
  const query = new URLSearchParams({ mfi: mfiName, id: String(id), ...own });
  const usd = (amount: Cents) => inSentence(formatUsd(language, amount), language);
  return {
    title: name || pageText(language, 'poster.campaign', { mfiName }),
    mfiName,
    image: image === null ? null : `/files/${image}`,
    figures: askedCents === 0 ? '' : `${usd(collectedCents)} / ${usd(askedCents)}`,
    progress: collectedCents / Math.max(askedCents, 1),
    isOpen: collectedCents < askedCents,
    url: `${origin}/App/proposalsByCampaign?${query}`,
  };
}

function figuresOf(row: SharedProposalRow, language: Language): string {
  if (isRepaid(row)) return pageText(language, row.isForgiven ? 'poster.forgiven' : 'poster.repaid');
  const usd = (amount: Cents) => inSentence(formatUsd(language, amount), language);
  const left = usd(subtractCents(row.amountCents, row.backedCents));
  return pageText(language, 'poster.toGo', { left, amount: usd(row.amountCents) });
}

function isRepaid({ statusCode }: SharedProposalRow): boolean {
  return statusCode === PROPOSAL_STATUS.repaid;
}

function inSentence(text: string, language: Language): string {
  return isolated(text, language === 'ar' ? 'rtl' : 'ltr');
}

import { isolated } from '@sathi/domain/isolated.ts';
import { type Cents, subtractCents } from '@sathi/domain/money.ts';
import { PROPOSAL_STATUS } from '@sathi/domain/proposals.ts';
import type { Language } from '../../http/language.ts';
import { formatUsd } from '../../http/sentences.ts';
import { LARGEST_FILE, type Outside } from '../../outside/outside.ts';
import type { CampaignRow, CampaignTotals } from '../campaigns/campaigns.repository.ts';
import type { Card } from './draw-card.ts';
import type { Status } from './draw-status.ts';
import type { Poster } from './poster-page.ts';
import type { SharedProposalRow } from './share.repository.ts';
import { SHARE_WORDS } from './share-words.ts';

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
  const { lend, through, product } = SHARE_WORDS[language];
  const from = `${through(inSentence(row.mfiName, language))} · ${product}`;
  return {
    title: row.title,
    lines: [figuresOf(row, language), ...(isRepaid(row) ? [] : [lend]), from],
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
    title: name || SHARE_WORDS[language].campaign(mfiName),
    mfiName,
    image: image === null ? null : `/files/${image}`,
    figures: askedCents === 0 ? '' : `${usd(collectedCents)} / ${usd(askedCents)}`,
    progress: collectedCents / Math.max(askedCents, 1),
    isOpen: collectedCents < askedCents,
    url: `${origin}/App/proposalsByCampaign?${query}`,
  };
}

function figuresOf(row: SharedProposalRow, language: Language): string {
  const { toGo, repaid, forgiven } = SHARE_WORDS[language];
  if (isRepaid(row)) return row.isForgiven ? forgiven : repaid;
  const usd = (amount: Cents) => inSentence(formatUsd(language, amount), language);
  return toGo(usd(subtractCents(row.amountCents, row.backedCents)), usd(row.amountCents));
}

function isRepaid({ statusCode }: SharedProposalRow): boolean {
  return statusCode === PROPOSAL_STATUS.repaid;
}

function inSentence(text: string, language: Language): string {
  return isolated(text, language === 'ar' ? 'rtl' : 'ltr');
}

import { createHash } from 'node:crypto';
import { shortened } from '@sathi/domain/letters.ts';
import { type Story, translationFor } from '@sathi/domain/translations.ts';
import { escapeHtml } from '../http/escape-html.ts';

export type Locale = 'en' | 'be' | 'ar';

/** The subject of a page for readers of its address: a proposal, a campaign, or the product itself. */
export type Shared = {
  /** Path and query, the same for all readers. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly picture?: SharedPicture | undefined;
};

export type SharedPicture = {
  readonly path: string;
  /** The size of a card that is drawn for this purpose; a plain picture has none. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly alt: string;
};

const CARD_SIZE = { width: 1200, height: 630 } as const;

const DESCRIPTION_LENGTH_MAX = 200;
const OG_LOCALE: Readonly<Record<Locale, string>> = { en: 'en_US', be: 'bn_BD', ar: 'ar_AR' };

/**
 * The tags that search engines, chats and networks read (Open Graph, Twitter, canonical). Every address begins with
 * `origin`, which is configured and never comes from a request (security T14).
 */
export function shareTags(shared: Shared, { origin, locale, site }: { origin: string; locale: Locale; site: string }) {
  const url = origin + shared.path;
  const title = oneLine(shared.title);
  const description = shortened(oneLine(shared.description), DESCRIPTION_LENGTH_MAX);
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    property('og:type', 'website'),
    property('og:site_name', site),
    property('og:locale', OG_LOCALE[locale]),
    ...Object.values(OG_LOCALE)
      .filter((other) => other !== OG_LOCALE[locale])
      .map((other) => property('og:locale:alternate', other)),
    property('og:url', url),
    property('og:title', title),
    property('og:description', description),
    ...pictureTags(shared.picture, origin),
    named('twitter:card', shared.picture ? 'summary_large_image' : 'summary'),
    named('twitter:title', title),
    named('twitter:description', description),
  ];
}

function pictureTags(picture: SharedPicture | undefined, origin: string): string[] {
  if (!picture) return [];
  const address = origin + picture.path;
  const { size } = picture;
  return [
    property('og:image', address),
    ...(size ? [property('og:image:width', String(size.width)), property('og:image:height', String(size.height))] : []),
    property('og:image:alt', oneLine(picture.alt)),
    named('twitter:image', address),
    named('twitter:image:alt', oneLine(picture.alt)),
  ];
}

/** The tags of pages that no search shall find: drafts, missing pages, and pages of one person. */
export const HIDDEN_TAGS: readonly string[] = ['<meta name="robots" content="noindex">'];

export type ProposalHead = {
  readonly id: string;
  readonly mfiName: string;
  readonly title: string;
  readonly description: string;
  /** The picture as visitors see it. */
  readonly image: string | null;
  readonly imageAlt: string | null;
  readonly amount: number;
  readonly status: number;
  readonly currentBalance: number;
  readonly paidAmount: number;
  readonly storyLanguage: Locale | null;
  readonly translations: readonly (Story & { readonly language: Locale; readonly isOutdated: boolean })[];
};

/**
 * A proposal as the subject of its page, in the reader's language where there is a translation (R26.4). The picture's
 * address changes with its content, because networks keep pictures they once fetched.
 */
export function sharedProposal(proposal: ProposalHead, locale: Locale): Shared {
  const { id, mfiName, image, imageAlt, amount, status, currentBalance, paidAmount } = proposal;
  const translation = translationFor(proposal, locale);
  const { title, description } = translation ?? proposal;
  const drawn = createHash('sha256')
    .update(JSON.stringify([title, image, amount]))
    .digest('base64url')
    .slice(0, 8);
  const version = [status, Math.round(currentBalance * 100), Math.round(paidAmount * 100), drawn].join('-');
  const language = translation ? `&lang=${locale}` : '';
  return {
    path: `/App/proposal?${new URLSearchParams({ mfi: mfiName, id })}`,
    title,
    description,
    picture: { path: `/share/proposal/${id}.jpg?v=${version}${language}`, size: CARD_SIZE, alt: imageAlt || title },
  };
}

export type CampaignHead = {
  readonly id: string;
  readonly mfiName: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string | null;
};

export function sharedCampaign({ id, mfiName, name, description, imageUrl }: CampaignHead): Shared {
  return {
    path: `/App/proposalsByCampaign?${new URLSearchParams({ mfi: mfiName, id })}`,
    title: name,
    description,
    ...(imageUrl !== null && { picture: { path: `${imageUrl}?w=1600`, alt: name } }),
  };
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

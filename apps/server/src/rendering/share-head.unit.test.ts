import { expect, test } from 'vitest';
import { type ProposalHead, shareTags, sharedProposal } from './share-head.ts';

const AT = { origin: 'https://sathi.example', locale: 'en', site: 'Sathi' } as const;
const PROPOSAL: ProposalHead = {
  id: '7',
  mfiName: 'ROI',
  title: 'A sewing machine',
  description: 'To sew\nschool uniforms.',
  image: 'proposalImages/7-a.webp',
  imageAlt: null,
  amount: 200,
  status: 3,
  currentBalance: 140.5,
  paidAmount: 0,
  storyLanguage: 'en',
  translations: [],
};

const contentOf = (tags: readonly string[], name: string) =>
  tags.flatMap((tag) => (tag.includes(`="${name}"`) ? [/content="([^"]*)"/.exec(tag)?.[1]] : []));

test('a proposal names itself, its one address and its card', () => {
  const tags = shareTags(sharedProposal(PROPOSAL, 'en'), AT);
  expect(tags[0]).toBe('<link rel="canonical" href="https://sathi.example/App/proposal?mfi=ROI&#38;id=7">');
  expect(contentOf(tags, 'og:url')).toEqual(['https://sathi.example/App/proposal?mfi=ROI&#38;id=7']);
  expect(contentOf(tags, 'og:title')).toEqual(['A sewing machine']);
  expect(contentOf(tags, 'og:description')).toEqual(['To sew school uniforms.']);
  expect(contentOf(tags, 'og:image')).toEqual([
    expect.stringMatching(/^https:\/\/sathi\.example\/share\/proposal\/7\.jpg\?v=3-14050-0-[\w-]{8}$/),
  ]);
  expect(contentOf(tags, 'og:image:width')).toEqual(['1200']);
  expect(contentOf(tags, 'og:image:alt')).toEqual(['A sewing machine']);
  expect(contentOf(tags, 'twitter:card')).toEqual(['summary_large_image']);
});

test('the address of the card is another once anything on it is (R2.5)', () => {
  const changes = [
    {},
    { title: 'A loom' },
    { image: 'proposalImages/7-b.webp' },
    { image: null },
    { amount: 250 },
    { status: 4 },
    { currentBalance: 150 },
    { paidAmount: 10 },
  ];
  const addresses = changes.map((change) => sharedProposal({ ...PROPOSAL, ...change }, 'en').picture?.path);
  expect(new Set(addresses).size).toBe(changes.length);
  expect(sharedProposal({ ...PROPOSAL }, 'en').picture?.path).toBe(addresses[0]);
});

test('the language of the page is named, and the others beside it', () => {
  const tags = shareTags(sharedProposal(PROPOSAL, 'en'), { ...AT, locale: 'be' });
  expect(contentOf(tags, 'og:locale')).toEqual(['bn_BD']);
  expect(contentOf(tags, 'og:locale:alternate')).toEqual(['en_US', 'ar_AR']);
});

test('a shared proposal speaks the language of its reader, unless the translation is outdated (R26.4)', () => {
  const words = {
    language: 'be',
    title: 'সেলাই মেশিন',
    description: 'স্কুলের পোশাক সেলাই করতে।',
    isOutdated: false,
  } as const;
  const tags = shareTags(sharedProposal({ ...PROPOSAL, translations: [words] }, 'be'), { ...AT, locale: 'be' });
  expect(contentOf(tags, 'og:title')).toEqual(['সেলাই মেশিন']);
  expect(contentOf(tags, 'og:description')).toEqual(['স্কুলের পোশাক সেলাই করতে।']);
  expect(contentOf(tags, 'og:image')).toEqual([
    expect.stringMatching(/\/share\/proposal\/7\.jpg\?v=3-14050-0-[\w-]{8}&#38;lang=be$/),
  ]);
  const outdated = { ...PROPOSAL, translations: [{ ...words, isOutdated: true }] };
  for (const [proposal, locale] of [
    [outdated, 'be'],
    [{ ...PROPOSAL, translations: [words] }, 'ar'],
  ] as const) {
    expect(contentOf(shareTags(sharedProposal(proposal, locale), { ...AT, locale }), 'og:title')).toEqual([
      PROPOSAL.title,
    ]);
  }
});

test('a page without a picture gets a small card', () => {
  const tags = shareTags({ path: '/App/proposalsByCampaign/ROI/4', title: 'Eid goats', description: '' }, AT);
  expect(contentOf(tags, 'og:image')).toEqual([]);
  expect(contentOf(tags, 'twitter:card')).toEqual(['summary']);
  expect(contentOf(tags, 'og:url')).toEqual(['https://sathi.example/App/proposalsByCampaign/ROI/4']);
});

test.each([
  '"><script>alert(1)</script>',
  "' onload='x",
  '</title><meta http-equiv=refresh>',
  '&quot;>',
  'a\r\nb\u0000c',
])('a value does not leave its attribute: %s', (text) => {
  const hostile = { ...PROPOSAL, title: text, description: text, mfiName: text, imageAlt: text };
  for (const tag of shareTags(sharedProposal(hostile, 'en'), AT)) {
    expect(tag).toMatch(/^<(link|meta) (\w+="[^"<>'\r\n]*" ?)+>$/);
  }
});

test('a long description is cut between letters', () => {
  const description = '🧵'.repeat(300);
  const [cut] = contentOf(shareTags(sharedProposal({ ...PROPOSAL, description }, 'en'), AT), 'og:description');
  expect([...String(cut)]).toHaveLength(200);
  // A family of four is seven code points, which are never parted.
  const families = '👨‍👩‍👧‍👦'.repeat(40);
  const [whole] = contentOf(
    shareTags(sharedProposal({ ...PROPOSAL, description: families }, 'en'), AT),
    'og:description',
  );
  expect(whole).toBe(`${'👨‍👩‍👧‍👦'.repeat(28)}…`);
  expect(cut?.endsWith('🧵…')).toBe(true);
});

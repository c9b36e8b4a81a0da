import type { DaysAgo } from './loan.ts';
import type { PersonName } from './people.ts';
import type { PictureName } from './pictures/pictures.ts';

/** The updates of one loan's owner, and the pictures in its album. */
export type SeedUpdates = {
  readonly owner: PersonName;
  /** The title of the loan. */
  readonly title: string;
  readonly updates: ReadonlyArray<readonly [at: DaysAgo, picture: PictureName, words: string]>;
  readonly album: ReadonlyArray<readonly [picture: PictureName, alt: string]>;
  /** Days before the seeding when the album was filled. */
  readonly albumAt: DaysAgo;
};

export const UPDATE_STORIES: readonly SeedUpdates[] = [
  {
    owner: 'rahima',
    title: 'A second machine, so my sister can sew too',
    updates: [
      [
        1.6,
        'school-books',
        'The headmistress has ordered sixty uniforms for the new classes. Salma has sewn her first collars on my machine at night, so she is ready when hers comes.\n\nThank you for standing by us.',
      ],
    ],
    album: [
      ['loom', 'The cloth we buy from the weavers next door'],
      ['school-books', 'What the uniforms are for'],
      ['solar-lamp', ''],
    ],
    albumAt: 9.7,
  },
  {
    owner: 'rahima',
    title: 'A cutting table and shelves',
    updates: [
      [97, 'sewing-machine', 'The table is here! It is teak, and high enough to stand at. My back thanks you already.'],
      [
        40,
        'loom',
        'The first monsoon with shelves: not one roll of cloth got wet. We cut forty shirts a day now, where it was fifteen.',
      ],
    ],
    album: [['loom', 'Rolls of cloth on the new shelves']],
    albumAt: 96,
  },
  {
    owner: 'rahima',
    title: 'My first sewing machine',
    updates: [
      [306, 'sewing-machine', 'My own machine. I keep what I earn from today.'],
      [189, 'school-books', 'Paid back in full, three days early. What comes next is a table to cut on.'],
    ],
    album: [],
    albumAt: 306,
  },
  {
    owner: 'shirin',
    title: 'একটি দুধেল গাভী',
    updates: [
      [103, 'cow', 'গাভীটি বাড়িতে এসেছে। নাম রেখেছি লালী। সকালে চার লিটার দুধ দেয়, দুই লিটার বিক্রি করি।'],
      [44.5, 'rice-field', 'বর্ষায় ঘাসের অভাব নেই। দুধ এখন ছয় লিটার, আর বাচ্চারাও রোজ এক গ্লাস খায়।'],
    ],
    album: [['rice-field', 'লালীর ঘাসের মাঠ']],
    albumAt: 102,
  },
  {
    owner: 'momena',
    title: 'A tea stall at the bus stop',
    updates: [
      [68, 'tea-stall', 'Open since Monday. Forty cups on the first day, ninety on Friday.'],
      [
        20.2,
        'school-books',
        'Late this month: the road was closed for two weeks. I have told the office, and pay twice in the next.',
      ],
    ],
    album: [],
    albumAt: 68,
  },
  {
    owner: 'maria',
    title: 'A hand pulper for our coffee group',
    updates: [[60.4, 'coffee', 'Eleven families have brought their cherries. We turn the pulper in shifts, singing.']],
    album: [
      ['coffee', 'Parchment coffee drying in the sun'],
      ['baskets', 'Baskets for the harvest'],
    ],
    albumAt: 60,
  },
];

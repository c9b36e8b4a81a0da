/** The trade that a loan is for (R26.1). */
export const CATEGORIES = [
  'farming',
  'livestock',
  'fishing',
  'food',
  'shop',
  'crafts',
  'clothing',
  'transport',
  'services',
  'education',
  'health',
  'housing',
  'water_energy',
  'other',
] as const;
export type Category = (typeof CATEGORIES)[number];

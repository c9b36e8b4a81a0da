/** Line icons on a 24 by 24 grid, drawn with one stroke of 2: path data by name. */
export const ICON_SHAPES = {
  'alert-circle': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 8v5M12 16.2v.1',
  'arrow-back': 'M20 12H4M10 6l-6 6 6 6',
  'arrow-forward': 'M4 12h16M14 6l6 6-6 6',
  ban: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.7 5.7l12.6 12.6',
  bank: 'M4 9 12 4l8 5M4 9h16M6 9v8M10 9v8M14 9v8M18 9v8M4 20h16M5 17h14',
  calendar: 'M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4 10h16M8 3v4M16 3v4',
  check: 'M5 12.5 10 17.5 19.5 7',
  'check-circle': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12.3l2.8 2.7L16 9.5',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-forward': 'M9.5 6l6 6-6 6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.5 2',
  close: 'M6 6l12 12M18 6 6 18',
  coins: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4ZM16.5 9.6A5 5 0 1 1 9.6 16.5M9 7.5v3',
  edit: 'M4 20l1-4L16.5 4.5a1.8 1.8 0 0 1 2.6 0l.4.4a1.8 1.8 0 0 1 0 2.6L8 19l-4 1ZM14.5 6.5l3 3',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  'eye-off':
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.4 7.5A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.4-1.1M10 10a3 3 0 0 0 4 4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  flag: 'M5 21V4h13l-3 4.5 3 4.5H5',
  hands: 'M12 20s-8-4.6-8-10.3A4.2 4.2 0 0 1 12 7.5a4.2 4.2 0 0 1 8 2.2C20 15.4 12 20 12 20ZM8.5 11.5l2.5 2.5 4.5-4.5',
  heart: 'M12 20s-8-4.6-8-10.3A4.2 4.2 0 0 1 12 7.5a4.2 4.2 0 0 1 8 2.2C20 15.4 12 20 12 20Z',
  history: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v4h4M12 8v4.5l3 1.7',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.4 9.3a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.1.9-1.1 1.8M12 16.6v.1',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-5h4v5',
  image: 'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4 16l4.5-4.5 4 4L15 13l5 5M15 9v.1',
  inbox: 'M4 13 6.5 5h11L20 13v6H4v-6ZM4 13h5l1 2.5h4l1-2.5h5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5.5M12 7.8v.1',
  lock: 'M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM8 11V8a4 4 0 0 1 8 0v3',
  'log-out': 'M10 4H5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h5M9 12h11M15.5 7.5 20 12l-4.5 4.5',
  mail: 'M4 6h16v12H4V6ZM4 7l8 6 8-6',
  megaphone: 'M4 10v4h3l8 4V6L7 10H4ZM18.5 9.5a4 4 0 0 1 0 5M7.5 14.5 9 19',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  more: 'M5.5 12v.1M12 12v.1M18.5 12v.1',
  phone: 'M6 4h3l1.5 4.5L8.5 10a12 12 0 0 0 5.5 5.5l1.5-2L20 15v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2Z',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 12a8 8 0 1 1-2.6-5.9M20 4v4h-4',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l4.5 4.5',
  seedling: 'M12 20v-8M12 13c0-4-3-7-8-7 0 5 3 7 8 7ZM12 11c0-4 3-6 8-6 0 4-3 6-8 6Z',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v7h14v-7',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1 1M17.4 17.4l1 1M5.6 18.4l1-1M17.4 6.6l1-1',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20a7.5 7.5 0 0 1 15 0',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19a6.5 6.5 0 0 1 13 0M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 13.5a6.5 6.5 0 0 1 3.5 5.5',
  wallet: 'M5 6h13v3M5 6a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h15V9H5.5A1.5 1.5 0 0 1 4 7.5M16 14v.1',
  'wifi-off':
    'M4 4l16 16M8.5 15.5a5 5 0 0 1 5.8-.8M5 12a10 10 0 0 1 4-2.4M13 9.1a10 10 0 0 1 6 2.9M2.5 8.8a14 14 0 0 1 4-2.6M10.5 5.1a14 14 0 0 1 11 3.7M12 19v.1',
} as const;

export type IconName = keyof typeof ICON_SHAPES;

/** Icons that point along the line of reading, turned around where it runs right to left. */
export const POINTING_ICONS: ReadonlySet<IconName> = new Set([
  'arrow-back',
  'arrow-forward',
  'chevron-forward',
  'flag',
  'log-out',
  'megaphone',
  'undo',
]);

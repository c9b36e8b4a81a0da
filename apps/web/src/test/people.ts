import type { DataOf } from '../lib/wire.ts';

type User = DataOf<'createUser'>;

export const ROI: DataOf<'findMfi'> = {
  id: '3',
  name: 'ROI',
  logo: '/logos/roi.svg',
  website: 'https://roi.example',
  phone: '+912255010103',
  email: 'office@roi.example',
  slogan: '',
  welcomeMessage: '',
  texts: { be: { slogan: '', welcomeMessage: '' }, ar: { slogan: '', welcomeMessage: '' } },
  country: 'IN',
  timeZone: 'Asia/Kolkata',
  firstDueAfterMonths: 1,
  fundingDays: 30,
  lateGraceDays: 3,
  approveBeforeBacking: false,
  hideUnchecked: false,
  collection: 'trust',
  payDays: 7,
  localCurrency: null,
  localMoney: false,
  primaryColor: '#0b6b58',
  accentColor: '#c2571a',
  smsCountries: ['BD', 'IN', 'TL', 'US'],
};

export const RAHIMA: User = {
  id: '7',
  username: '0b5f2c1e-0000-4000-8000-000000000007',
  firstName: 'Rahima',
  lastName: 'Begum',
  phone: '+919820012345',
  email: 'rahima@mail.example',
  bio: 'I sew school uniforms.',
  profileImage: null,
  publicAddress: null,
  language: 'en',
  userMfis: [],
  managerOf: [],
};

/** Rahima’s account as she reads it herself. */
export const OWN_PROFILE: DataOf<'findUser'> = {
  ...RAHIMA,
  pendingEmail: null,
  pendingPhone: null,
  isEmailConfirmed: true,
  isEmailOfOffice: false,
  isPhoneConfirmed: true,
  payoutsRestUntil: null,
};

export const OFFICER: User = {
  ...RAHIMA,
  id: '9',
  firstName: 'Anil',
  lastName: 'Rao',
  userMfis: [{ mfiId: '3', mfiName: 'ROI' }],
  managerOf: ['3'],
};

import type { DataOf } from '../lib/wire.ts';
import { RAHIMA } from './people.ts';

type Message = DataOf<'listMessages'>[number];
type Conversation = DataOf<'listConversations'>[number];

export const QUESTION: Message = {
  id: '11',
  userId: '20',
  proposalId: '169',
  text: 'How many uniforms do you sew?',
  date: '2026-11-20T10:05:00.000Z',
  user: { firstName: 'Nadia', lastName: 'Karim', profileImage: null },
  borrow: { title: 'Sewing machine' },
  propTitle: 'Sewing machine',
  linksAllowed: true,
  isHidden: false,
};
export const ANSWER: Message = {
  ...QUESTION,
  id: '12',
  userId: RAHIMA.id,
  text: 'About forty.',
  user: { firstName: 'Rahima', lastName: 'Begum', profileImage: null },
};
export const SEWING: Conversation = {
  proposalId: '169',
  title: 'Sewing machine',
  status: 3,
  ownerName: 'Rahima Begum',
  mfiName: 'ROI',
  backersCount: 2,
  unreadMessagesCount: 1,
  lastMessageAt: '2026-11-20T10:05:00.000Z',
  mayWrite: true,
  mayRead: true,
  blockedPeople: [],
};

import type { DaysAgo } from './loan.ts';
import type { PersonName } from './people.ts';

/** The messages about one loan, in the order of time. */
export type SeedConversation = {
  readonly owner: PersonName;
  readonly title: string;
  readonly messages: ReadonlyArray<readonly [who: PersonName, at: DaysAgo, text: string]>;
  /** The readers of the conversation, and when each opened it last. */
  readonly read: ReadonlyArray<readonly [who: PersonName, at: DaysAgo]>;
};

export const CONVERSATIONS: readonly SeedConversation[] = [
  {
    owner: 'rahima',
    title: 'A second machine, so my sister can sew too',
    messages: [
      ['farida', 8.5, 'Dear Rahima, I like your plan. How many uniforms do you sew in a month now?'],
      ['rahima', 8.3, 'Thank you, Farida! About forty. With Salma at a second machine it will be seventy or more.'],
      ['daniel', 7.1, 'Which machine is it going to be, a new one or a used one?'],
      [
        'rahima',
        6.8,
        'A used one from the shop at Basirhat, with a guarantee of one year.\nI have looked at it twice, it runs quietly.',
      ],
      ['omar', 2.3, 'بالتوفيق لكِ ولأختك. سأتابع الأخبار من هنا.'],
      ['anita', 1.2, 'We have seen the shop and the offer. All is well from our side.'],
      ['farida', 0.4, 'Good to hear. I have told two friends about it.'],
    ],
    read: [
      ['rahima', 2],
      ['farida', 0.4],
      ['daniel', 5],
      ['anita', 1.2],
    ],
  },
  {
    owner: 'rahima',
    title: 'A cutting table and shelves',
    messages: [
      ['rahima', 105, 'The table has come! I will send a picture when the shelves are up.'],
      ['daniel', 104.4, 'It looks strong. Good work.'],
      ['anita', 13, 'Dear Rahima, the slip of your last payment shows another account. Please send the right one.'],
      ['rahima', 12.5, 'I am sorry, that was the slip of my brother. I will bring the right one to the office.'],
      ['priya', 1.1, 'I saw that a payment is on its way. Is everything all right with you?'],
    ],
    read: [
      ['rahima', 12],
      ['farida', 12],
      ['daniel', 104],
      ['priya', 1.1],
      ['anita', 12],
    ],
  },
  {
    owner: 'rahima',
    title: 'My first sewing machine',
    messages: [
      ['farida', 318, 'Good luck with your first machine!'],
      ['rahima', 189.9, 'Today I have paid the last part. Thank you all, you have changed much for us.'],
      ['daniel', 189.7, 'You have changed it yourself. All the best!'],
    ],
    read: [
      ['rahima', 180],
      ['farida', 180],
      ['daniel', 180],
      ['michael', 180],
      ['anita', 180],
    ],
  },
  {
    owner: 'shirin',
    title: 'একটি দুধেল গাভী',
    messages: [
      ['shirin', 119, 'আসসালামু আলাইকুম। গাভীটি দেখে এসেছি, প্রতিদিন ছয় লিটার দুধ দেয়।'],
      ['tahmina', 118.6, 'আলহামদুলিল্লাহ! বাছুরটিও কি সঙ্গে আসবে?'],
      ['shirin', 118.2, 'জি, বাছুরসহ। বাচ্চারা এখন থেকেই নাম ঠিক করছে।'],
      ['farida', 3.2, 'How are the cow and the calf? I think of you often.'],
    ],
    read: [
      ['shirin', 60],
      ['tahmina', 60],
      ['farida', 3.2],
      ['nasrin', 2],
    ],
  },
];

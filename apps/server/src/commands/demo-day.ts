import { PROPOSAL_STATUS } from '@sathi/domain/proposals.ts';
import { approveProposal, releaseFunds } from '@sathi/contract/approvals.ts';
import { addDays, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import * as identity from '@sathi/contract/identity.ts';
import { backProposal } from '@sathi/contract/investments.ts';
import { sendMessage } from '@sathi/contract/messages.ts';
import { listOwnProposals } from '@sathi/contract/proposal-lists.ts';
import { createProposal, updateProposal } from '@sathi/contract/proposals.ts';
import { approvePayment, enterPayment } from '@sathi/contract/repayments.ts';
import { createUpdate } from '@sathi/contract/updates.ts';
import { createUser } from '@sathi/contract/users.ts';
import { requestWithdrawal, updateWithdrawal } from '@sathi/contract/withdrawals.ts';
import { SEED_PASSWORD } from '../config/production.ts';
import { PEOPLE, type PersonName, ROI } from '../seed/people.ts';
import type { DemoClient, Player } from './demo-client.ts';

/** One thing that happens: when in the day of the story, in words, and the page that shows it. */
export type Scene = {
  readonly at: `${number}:${number}`;
  readonly words: string;
  readonly page: () => string;
  readonly act: () => Promise<unknown>;
};

/** Numbers from 555-0100 to 555-0199 belong to no phone, and the people of the demo have those up to 36. */
const MALATI: Player = { name: 'Malati', phone: '+12025550150', password: 'six cups of ginger tea' };
const AMOUNT = 120;
const MONTHS = 6;
const BACKINGS = [
  { at: '9:40', name: 'farida', dollars: 25, words: 'Farida, a nurse in New Jersey, backs it with $25.' },
  { at: '10:15', name: 'daniel', dollars: 40, words: 'Daniel, a teacher in Houston, backs it with $40.' },
  { at: '11:05', name: 'omar', dollars: 30, words: 'Omar backs it with $30. He reads Sathi in Arabic.' },
  { at: '12:20', name: 'priya', dollars: 25, words: 'Priya brings the last $25: the loan is funded.' },
] as const;

type Story = { readonly client: DemoClient; readonly picture: Buffer; loanId: string };

/** A day at ROI: a newcomer borrows and is paid out, backers bring a few dollars each, and others pay back. */
export function demoDay(client: DemoClient, picture: Buffer): readonly Scene[] {
  const story: Story = { client, picture, loanId: '' };
  return [...morning(story), ...backings(story), ...afternoon(story), ...evening(story)];
}

function seeded(name: PersonName): Player {
  const { firstName, phone } = PEOPLE[name];
  return { name: firstName, phone, password: SEED_PASSWORD };
}

const loanPage = (story: Story) => () => `/App/proposal?id=${story.loanId}`;
const officePage = () => '/App/MFIProposals/ROI';
const officeOf = (story: Story) => ({ mfiId: String(ROI), proposalId: story.loanId });

function morning(story: Story): Scene[] {
  const { client, picture } = story;
  const say = (as: Player, text: string) => client.call(as, sendMessage, { body: { proposalId: story.loanId, text } });
  return [
    {
      at: '7:40',
      words: 'Malati signs up with her phone; the code of the SMS stands in the development inbox.',
      page: () => '/dev/inbox',
      act: () => join(client),
    },
    {
      at: '8:05',
      words: `She asks for $${AMOUNT} for a tea stall at the ferry, with a picture, and publishes it.`,
      page: loanPage(story),
      act: async () => {
        story.loanId = await ask(client, picture);
      },
    },
    {
      at: '8:30',
      words: 'Anita, loan officer at ROI, finds it in her queue and asks a question.',
      page: officePage,
      act: () => say(seeded('anita'), 'Good morning Malati. Which side of the ferry, and who minds the stall at noon?'),
    },
    {
      at: '8:50',
      words: 'Malati answers; the bell and the conversation of Anita move by themselves.',
      page: loanPage(story),
      act: () => say(MALATI, 'The east bank, where the buses wait. My mother minds it at noon.'),
    },
    {
      at: '9:10',
      words: 'Anita approves the proposal.',
      page: officePage,
      act: () => client.call(seeded('anita'), approveProposal, { query: officeOf(story) }),
    },
  ];
}

function backings(story: Story): Scene[] {
  const { client } = story;
  return BACKINGS.map(({ at, name, dollars, words }) => ({
    at,
    words,
    page: loanPage(story),
    act: () => client.call(seeded(name), backProposal, { body: { proposalId: story.loanId, amount: dollars } }),
  }));
}

function afternoon(story: Story): Scene[] {
  const { client } = story;
  let withdrawalId = '';
  const move = (as: Player, body: { state: 'sent' | 'confirmed'; reference?: string }) =>
    client.call(as, updateWithdrawal, { query: { id: withdrawalId }, body });
  return [
    {
      at: '13:00',
      words: 'Anita releases the money.',
      page: officePage,
      act: () => client.call(seeded('anita'), releaseFunds, { query: officeOf(story) }),
    },
    {
      at: '13:20',
      words: 'Malati asks for it in her mobile wallet.',
      page: loanPage(story),
      act: async () => {
        const wallet = { method: 'mobile_wallet', accountName: 'Malati Mandal', accountNumber: '01712345678' } as const;
        const body = { proposalId: story.loanId, ...wallet };
        withdrawalId = (await client.call(MALATI, requestWithdrawal, { body })).id;
      },
    },
    {
      at: '14:10',
      words: 'Anita has sent it and enters the reference of the wallet.',
      page: officePage,
      act: () => move(seeded('anita'), { state: 'sent', reference: 'WALLET-7731' }),
    },
    {
      at: '14:25',
      words: 'Malati confirms that it came.',
      page: loanPage(story),
      act: () => move(MALATI, { state: 'confirmed' }),
    },
    {
      at: '16:00',
      words: 'The stall stands. Malati tells her backers with a picture.',
      page: loanPage(story),
      act: async () => {
        const image = await client.sendPicture(MALATI, story.picture);
        const body = { proposalId: story.loanId, image, description: 'The first forty cups are sold. Come by!' };
        return client.call(MALATI, createUpdate, { body });
      },
    },
  ];
}

function evening({ client }: Story): Scene[] {
  const running = { id: '', mfiId: '' };
  let paymentId = '';
  return [
    {
      at: '17:30',
      words: 'Rahima, who borrowed months ago, pays an instalment of $10.',
      page: () => `/App/proposal?id=${running.id}`,
      act: async () => {
        const rahima = seeded('rahima');
        const own = await client.call(rahima, listOwnProposals);
        const loan = own.find(({ status }) => status === PROPOSAL_STATUS.funded);
        if (loan === undefined) throw new Error('Rahima has no running loan');
        running.id = loan.id;
        running.mfiId = String(loan.mfiId);
        const body = { proposalId: loan.id, amount: 10, channel: 'mobile_wallet', reference: 'WALLET-7802' } as const;
        paymentId = (await client.call(rahima, enterPayment, { body })).id;
      },
    },
    {
      at: '18:05',
      words: 'Her officer has found the payment and approves it: every backer gets a share, to the cent.',
      page: () => `/App/proposal?id=${running.id}`,
      act: () =>
        client.call(officerOf(running.mfiId), approvePayment, { query: { proposalId: running.id, id: paymentId } }),
    },
  ];
}

function officerOf(mfiId: string): Player {
  const officer = (['nasrin', 'domingos', 'anita'] as const).find((name) => String(PEOPLE[name].staffOf) === mfiId);
  if (officer === undefined) throw new Error(`the institution ${mfiId} has no officer in the demo`);
  return seeded(officer);
}

async function join(client: DemoClient): Promise<void> {
  const { phone, password } = MALATI;
  const email = 'malati@example.org';
  const body = { username: phone, password, attributes: { phone_number: phone, email } };
  const { userSub } = await client.call(null, identity.signUp, { body });
  const code = await client.codeFor(phone);
  await client.call(null, identity.confirmSignUp, { body: { username: phone, code } });
  const profile = { firstName: 'Malati', lastName: 'Mandal', phone, email, bio: 'I make tea at the ferry of Gosaba.' };
  await client.call(null, createUser, { body: { ...profile, username: userSub } });
}

/** A draft first, as on the screen; then it is published. @returns its id */
async function ask(client: DemoClient, picture: Buffer): Promise<string> {
  const image = await client.sendPicture(MALATI, picture);
  const startDate = addDays(calendarDateIn('Asia/Kolkata', new Date()), 30);
  const { id } = await client.call(MALATI, createProposal, {
    body: {
      title: 'A tea stall beside the ferry',
      description: 'Two hundred people wait there every morning, and the next tea is a kilometre away.',
      amount: AMOUNT,
      startDate,
      monthsToRepay: MONTHS,
      place: 'Gosaba',
      category: 'food',
      storyLanguage: 'en',
      image,
      mfiId: String(ROI),
      status: 1,
    },
  });
  await client.call(MALATI, updateProposal, { body: { id, status: 2 } });
  return id;
}

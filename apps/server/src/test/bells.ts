import { remindBorrowers } from '../features/repayments/loan-reminders.ts';
import { runJobs } from './accounts.ts';
import { done } from './loans.ts';
import type { Person, World } from './world.ts';

/** The notifications of people: by bell, by mail and by SMS. */
export function useBells(world: World) {
  async function bell(person: Person, query = '') {
    return (await world.call('GET', `/api/notifications${query}`, { as: person })).body;
  }

  async function emailOf({ id }: Person): Promise<string> {
    return (await world.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
  }

  return {
    bell,
    emailOf,
    /** Kinds and amounts, newest first. */
    heard: async (person: Person): Promise<string[]> => {
      const { data } = await bell(person);
      return data.map(({ kind, amount }: { kind: string; amount: number | null }) => `${kind} ${amount}`);
    },
    /** Every notification of this kind is as by default but for `channels`. */
    choose: async (person: Person, kind: string, channels: object): Promise<void> => {
      const preference = { kind, inApp: true, email: true, sms: false, ...channels };
      const body = { preferences: [preference] };
      done(await world.call('PUT', '/api/notifications/preferences', { as: person, body }));
    },
    /** The morning on which institutions remind of what is due, and mail the news of the day before. */
    onMorning: async (day: string): Promise<void> => {
      world.now = new Date(`${day}T06:30:00.000Z`);
      await world.db.updateTable('mfis').set({ loansRemindedOn: null }).execute();
      await Promise.all([remindBorrowers(world.outside), remindBorrowers(world.outside)]);
      await runJobs(world);
    },
    /** Subjects of mails, and the texts of SMS behind `sms`; sorted, since a drain sends many at once, in any order. */
    sentTo: async (person: Person): Promise<string[]> => {
      const email = await emailOf(person);
      return world.sent
        .filter(({ to }) => to === email || to === person.phone)
        .map(({ channel, subject, text }) => (channel === 'sms' ? `sms ${text}` : subject))
        .toSorted();
    },
  };
}

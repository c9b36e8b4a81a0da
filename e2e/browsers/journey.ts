import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SEED_PASSWORD } from '../../apps/server/src/config/production.ts';
import { startServer } from '../server.ts';
import type { KnownBrowser } from './browsers.ts';
import { type Person, personAt, until } from './person.ts';

const PICTURES = 'test-results/browsers';

type Listed = { id: string; mfiName: string; title: string; allowedActions: string[] };
type ToFind = { readonly allows?: string; readonly title?: string };

/** One walk: a browser of one width, its people, and the product with fresh demo data. */
export type Journey = {
  /** A person with a window of their own. */
  readonly open: () => Promise<Person>;
  /** The person of this phone, signed in through the screens the first time. */
  readonly as: (phone: string) => Promise<Person>;
  readonly latestCode: (to: string) => Promise<string>;
  /** The page of the first proposal in a list of this person, or of a visitor, that allows an action or has a title. */
  readonly find: (person: Person | null, list: string, wanted: ToFind) => Promise<string>;
  readonly photograph: (person: Person, name: string) => Promise<void>;
  readonly photographAll: (name: string) => Promise<void>;
  readonly errors: () => Promise<readonly string[]>;
  readonly stopServer: () => Promise<void>;
  readonly end: () => Promise<void>;
  /** The page of the proposal that the walk has written, once it is published. */
  published: string | null;
};

export type Step = (journey: Journey) => Promise<void>;
export type Steps = Readonly<Record<string, Step>>;

export async function beginJourney({ name, start, ownWords }: KnownBrowser, width: number): Promise<Journey> {
  const server = await startServer();
  const browser = await start().catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const people: Person[] = [];
  const signedIn = new Map<string, Person>();
  const open = async () => {
    const person = personAt(await browser.open(width), server.url);
    people.push(person);
    return person;
  };
  const photograph = async (person: Person, subject: string) => {
    const file = `${name}-${width}-${subject}`.replaceAll(/\W+/g, '-').toLowerCase();
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(path.join(PICTURES, `${file}.png`), await person.tab.screenshot());
  };
  return {
    open,
    photograph,
    as: async (phone) => {
      const known = signedIn.get(phone);
      if (known) return known;
      const person = await open();
      await signIn(person, phone);
      signedIn.set(phone, person);
      return person;
    },
    latestCode: (to) => until('no code has been sent', () => latestCode(server.url, to)),
    find: (person, list, wanted) => findProposal(server.url, person, list, wanted),
    photographAll: async (subject) => {
      for (const [nth, person] of people.entries()) {
        await photograph(person, `${subject}-failed-${nth + 1}`).catch(() => undefined);
      }
    },
    errors: async () =>
      (await Promise.all(people.map(({ tab }) => tab.errors()))).flat().filter((words) => !ownWords?.test(words)),
    stopServer: server.stop,
    end: async () => {
      await browser.close().finally(server.stop);
    },
    published: null,
  };
}

async function signIn(person: Person, phone: string): Promise<void> {
  await person.goto('/App/Login');
  await person.fill({ selector: 'input[type=tel]' }, phone);
  await person.fill({ selector: 'input[type=password]' }, SEED_PASSWORD);
  await person.press({ selector: 'form button[type=submit]' });
  await person.comesTo(/\/App\/(Home|MFIProposals)/i);
}

async function latestCode(url: string, to: string): Promise<string | null> {
  const answer = await fetch(`${url}/api/dev/inbox?${new URLSearchParams({ to })}`);
  const { data } = (await answer.json()) as { data: ReadonlyArray<{ code?: string }> };
  return data.find(({ code }) => code !== undefined)?.code ?? null;
}

async function findProposal(url: string, person: Person | null, list: string, wanted: ToFind): Promise<string> {
  const { token, id } = (await person?.tab.run(storedSession, undefined)) ?? { token: null, id: null };
  const answer = await fetch(`${url}${list}${id === null ? '' : `&userId=${id}`}`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: Listed[] | { proposals: Listed[] } };
  const found = (Array.isArray(data) ? data : data.proposals).find(
    ({ allowedActions, title }) =>
      (wanted.allows === undefined || allowedActions.includes(wanted.allows)) &&
      (wanted.title === undefined || title === wanted.title),
  );
  if (found === undefined) throw new Error(`no proposal in ${list} for ${wanted.allows ?? wanted.title}`);
  return `/App/proposal?${new URLSearchParams({ mfi: found.mfiName, id: found.id })}`;
}

function storedSession(): { token: string | null; id: string | null } {
  const user = localStorage.getItem('user');
  const id = user === null ? null : (JSON.parse(user) as { id: string }).id;
  return { token: localStorage.getItem('sathi.auth.accessToken'), id };
}

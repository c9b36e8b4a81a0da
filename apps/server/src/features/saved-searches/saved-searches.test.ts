import { expect, test } from 'vitest';
import { moveClock, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';
import { tellOfSavedSearches } from './saved-searches.service.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan, back } = useLoans(world);
const { choose, emailOf, heard, sentTo } = useBells(world);

const PATH = '/api/borrow/savedSearches';
const WEEK = 7 * 86_400;
const save = (as: Person, name: string, filters: object) => world.call('POST', PATH, { as, body: { name, filters } });
const list = async (as: Person) => done(await world.call('GET', PATH, { as }));
const fishing = (place: string) =>
  newLoan({ form: { title: `A boat in ${place}`, place, category: 'fishing' } as object });
const told = () => ({ ...world.outside, origin: 'https://sathi.example' });
const tell = async () => {
  await tellOfSavedSearches(told());
  await runJobs(world);
};
const mailsTo = async (person: Person) => {
  const email = await emailOf(person);
  return world.sent.filter(({ to, subject }) => to === email && subject.includes('search'));
};

test('a person keeps filters under a name, changes and forgets them (R26.2)', async () => {
  const person = await world.newPerson();
  const filters = { place: 'Gosaba', maxRemaining: 50, maxMonths: 12, mfi: '3' };
  const { id } = done(await save(person, 'Near home', filters));
  expect(await list(person)).toEqual([{ id, name: 'Near home', filters, savedAt: world.now.toISOString() }]);
  expect(done(await save(person, 'Near home', { category: 'fishing' }))).toEqual({ id });
  expect(await list(person)).toMatchObject([{ id, filters: { category: 'fishing' } }]);
  const remove = (as: Person) => world.call('DELETE', `${PATH}?id=${id}`, { as });
  expect(refusal(await remove(await world.newPerson()))).toBe('404 not_found');
  expect(done(await remove(person))).toEqual({ id });
  expect(await list(person)).toEqual([]);
});

test('a person keeps five searches, also when ten are saved at once (R26.2)', async () => {
  const person = await world.newPerson();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => save(person, `Search ${index}`, {})));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  expect(refusal(await save(person, 'One more', {}))).toBe('409 searches_full');
  expect(await list(person)).toHaveLength(5);
  expect((await save(person, 'x'.repeat(61), {})).status).toBe(422);
  expect((await save(person, 'Odd', { colour: 'red' })).status).toBe(422);
});

test.each(['search', 'place'])('half of a pair of code units in %s is a wrong value', async (field) => {
  const person = await world.newPerson();
  for (const half of ['\ud800', 'a boat \udfff', 'goat\0']) {
    const answer = await save(person, 'Half', { [field]: half });
    expect(refusal(answer)).toBe('422 invalid_request');
    expect(answer.body.errors).toMatchObject([{ path: 'filters' }]);
  }
  done(await save(person, 'Whole', { [field]: 'a boat \u{1F6A3}' }));
});

test('one mail a week names what is new in all searches of a person, once each, in their language (R26.2)', async () => {
  const person = await world.newPerson();
  await world.db.updateTable('users').set({ language: 'be' }).where('id', '=', person.id).execute();
  await fishing('Oldport');
  done(await save(person, 'Boats', { category: 'fishing' }));
  done(await save(person, 'Newport', { place: 'Newport' }));
  done(await save(person, 'Elsewhere', { place: 'Nowhere' }));
  moveClock(world, 60);
  const loan = await fishing('Newport');
  const words = { language: 'be', title: 'একটি নৌকা', description: 'মাছ ধরার জন্য।' };
  const path = `/api/mfi/translation?mfiId=3&proposalId=${loan.id}`;
  done(await world.call('PUT', path, { as: loan.officer, body: words }));
  const mails = async () =>
    world.sent.filter((mail) => mail.subject.startsWith('আপনার খোঁজে') && mail.text.includes('একটি নৌকা'));
  await tell();
  expect(await mails()).toEqual([]);
  moveClock(world, WEEK);
  for (let run = 0; run < 2; run += 1) await tell();
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('আপনার খোঁজে নতুন ঋণ: Boats, Newport');
  expect(mail?.text.match(/একটি নৌকা/g)).toHaveLength(1);
  expect(mail?.text).toContain(`https://sathi.example/App/proposal?mfi=ROI&id=${loan.id}`);
  expect(mail?.text).not.toContain('Oldport');
  expect(mail?.unsubscribeUrl).toContain('https://sathi.example/api/mail/unsubscribe?token=');
  expect(await heard(person)).toEqual(['saved_search null']);
});

test('a week without anything new brings no mail, the next one tells of what came then (R26.2)', async () => {
  const person = await world.newPerson();
  done(await save(person, 'Boats', { place: 'Quietport' }));
  moveClock(world, WEEK);
  await tell();
  expect(await sentTo(person)).toEqual([]);
  moveClock(world, 3600);
  await fishing('Quietport');
  moveClock(world, WEEK);
  await tell();
  expect(await mailsTo(person)).toHaveLength(1);
  moveClock(world, WEEK);
  await tell();
  expect(await mailsTo(person)).toHaveLength(1);
});

test('own loans, backed ones and those that are full are not new to a person (R26.2)', async () => {
  const person = await world.newPerson();
  done(await save(person, 'Port', { place: 'Fullport' }));
  moveClock(world, 60);
  const place = { form: { place: 'Fullport' } as object };
  await newLoan({ owner: person, ...place });
  await newLoan({ status: 4, ...place });
  done(await back(await newLoan(place), person, 40));
  moveClock(world, WEEK);
  await tell();
  expect(await mailsTo(person)).toEqual([]);
});

test('ten runs at once tell once, and a run that is killed half-way is taken up by the next (R26.2)', async () => {
  const [first, second] = [await world.newPerson(), await world.newPerson()];
  for (const person of [first, second]) done(await save(person, 'Race', { place: 'Raceport' }));
  moveClock(world, 60);
  await fishing('Raceport');
  moveClock(world, WEEK);
  // The second person's mail cannot be written: the mark of their searches goes back with it.
  const broken = { ...told(), secret: null as never };
  await expect(tellOfSavedSearches(broken)).rejects.toThrow('failed');
  await Promise.all(Array.from({ length: 10 }, () => tellOfSavedSearches(told())));
  await runJobs(world);
  for (const person of [first, second]) expect(await mailsTo(person)).toHaveLength(1);
});

test('one tap ends the mails, and so do the preferences; the bell still rings (R26.2)', async () => {
  const [tired, quiet] = [await world.newPerson(), await world.newPerson()];
  for (const person of [tired, quiet]) done(await save(person, 'Stop', { place: 'Stopport' }));
  await choose(quiet, 'saved_search', { email: false });
  moveClock(world, 60);
  await fishing('Stopport');
  moveClock(world, WEEK);
  await tell();
  const [mail] = await mailsTo(tired);
  const { pathname, search } = new URL(mail?.unsubscribeUrl ?? '');
  expect((await world.call('POST', pathname + search)).status).toBe(200);
  await fishing('Stopport');
  moveClock(world, WEEK);
  await tell();
  expect(await mailsTo(tired)).toHaveLength(1);
  expect(await mailsTo(quiet)).toEqual([]);
  expect((await heard(quiet)).filter((kind) => kind === 'saved_search null')).toHaveLength(2);
});

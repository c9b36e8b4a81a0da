import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import { expectMoney } from '../expected.ts';
import { done, useLoans } from '../loans.ts';
import { DCBS, type Person, ROI, type World } from '../world.ts';
import { openDesk } from './desk.ts';

type Desk = Awaited<ReturnType<typeof openDesk>>;
/** Two officers of both institutions: at ROI money is expected, at DCBS it is trusted to come. */
type Office = { officers: readonly [Person, Person]; desk: Desk; trusting: Desk };

/** The desks at which lines of bank statements are booked. `office` is there once the tests begin. */
export function useBooking(world: World) {
  const { newLoan, back } = useLoans(world);
  const office = {} as Office;

  beforeAll(async () => {
    const officer = () => world.newPerson({ staffOf: [ROI, DCBS] });
    office.officers = [await officer(), await officer()];
    await expectMoney(world, ROI);
    office.desk = await openDesk(world, ROI, office.officers[0]);
    office.trusting = await openDesk(world, DCBS, office.officers[0]);
  });

  /** A person who backed two loans at ROI and has paid neither. */
  async function backer() {
    const person = await world.newPerson();
    const first = await newLoan({ officer: office.officers[0], form: { amount: 40 } });
    const second = await newLoan({ officer: office.officers[0] });
    const { order } = done(await back(first, person, 15));
    done(await back(second, person, 20));
    return { person, first, second, reference: order.reference as string };
  }

  const unpaidOf = async (person: Person) => {
    const { rows } = await sql<{ unpaid: number; payBy: string }>`
      select unpaid_cents::int as unpaid, pay_by as "payBy" from investments where investor_id = ${person.id}
      order by id`.execute(world.db);
    return rows;
  };

  /** Hands in one line that no other file has, and finds it. */
  async function oneLine(dollars: number, text: string, { at = office.desk, isReversal = false, day = '260131' } = {}) {
    const id = `L${Math.random().toString(36).slice(2, 12).toUpperCase()}`;
    expect((await at.handIn([{ dollars, text, id, isReversal }], { day })).status).toBe(201);
    const [line] = await at.lines(`&q=${id}`);
    return line as NonNullable<typeof line>;
  }

  const bookedOf = async (...asked: Parameters<Desk['book']>) => (await office.desk.book(...asked)).body.data.results;

  return { office, backer, unpaidOf, oneLine, bookedOf };
}

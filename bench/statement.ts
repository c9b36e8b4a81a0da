import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Books, ROI } from './books.ts';
import type { Crowd } from './investing.ts';
import type { Claim } from './measure.ts';

/** The most lines that a file may have, and the seconds that it may take (R21.1). */
const LINES = 100_000;
const SECONDS_MAX = 60;
const NUMBER = 'BENCH1';

/** A whole statement is read, matched and kept while its progress is told; each file has lines that no file before it had. */
export async function statementClaim({ books, people }: Crowd, url: string): Promise<Claim> {
  const [officer] = people;
  if (officer === undefined) throw new Error('nobody is there to hand in a file');
  await sql`insert into mfi_staff (mfi_id, user_id, role) values (${ROI}, ${officer.id}, 'manager')`.execute(books.db);
  const accountId = await addAccount(books, officer.id);
  await sql`insert into pay_in_orders (user_id, mfi_id, reference, created_at)
    select id, ${ROI}, 'RF' || lpad((98 - ((10000000 + id)::text || '271500')::numeric % 97)::text, 2, '0') || (10000000 + id), now()
    from users`.execute(books.db);
  const headers = { authorization: `Bearer ${officer.token}` };
  let files = 0;

  const handIn = async (): Promise<number> => {
    files += 1;
    const key = randomUUID();
    const started = performance.now();
    const answer = fetch(`${url}/api/mfi/statements?mfiId=${ROI}&accountId=${accountId}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key, 'content-type': 'text/plain' },
      body: fileOf(files),
    });
    const told = await progressUntil(answer, `${url}/api/mfi/statements/progress?mfiId=${ROI}&key=${key}`, headers);
    const { data } = (await (await answer).json()) as { data?: { newLines: number; automatic: number } };
    if (data?.newLines !== LINES || data.automatic !== LINES) throw new Error(`it was read as ${JSON.stringify(data)}`);
    if (told < 2) throw new Error('its progress was not told');
    return LINES / ((performance.now() - started) / 1_000);
  };

  return {
    title: `a statement of ${LINES.toLocaleString('en')} lines, handed in at the office, postgres`,
    unit: 'lines/s',
    rounds: 1,
    above: { name: 'read, matched and kept', measure: handIn },
    below: { name: `all of them in ${SECONDS_MAX} s`, measure: async () => LINES / SECONDS_MAX },
    required: 1,
  };
}

/** @returns how many different places of the reading were told */
async function progressUntil(
  answer: Promise<unknown>,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const told = new Set<number>();
  let isOver = false;
  const over = answer.finally(() => (isOver = true));
  while (!isOver) {
    const { data } = (await (await fetch(url, { headers })).json()) as { data?: { read: number } };
    if (data) told.add(data.read);
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 250))]);
  }
  return told.size;
}

function fileOf(file: number): string {
  const lines = Array.from({ length: LINES }, (_, index) => {
    const digits = String(10_000_001 + (index % 100));
    const check = String(98 - (Number(`${digits}271500`) % 97)).padStart(2, '0');
    return `:61:2601310131C1,00NTRFNONREF//F${file}L${index}\n:86:FROM FRIEND ${index} RF${check}${digits}\n`;
  });
  return `:20:F${file}\n:25:${NUMBER}\n:60F:C260131USD0,00\n${lines.join('')}:62F:C260131USD${LINES},00\n-\n`;
}

async function addAccount({ db }: Books, by: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into money_accounts (mfi_id, kind, currency, label, fee_words, holder, number, bank_name, bic, upi_id, qr_text,
      for_pay_in, for_pay_out, instructions, entered_by, entered_at, approved_by, approved_at)
    values (${ROI}, 'bank', 'USD', 'Account', '[]'::jsonb, 'ROI', ${NUMBER}, '', '', '', '', true, true,
      '{"en":"","be":"","ar":""}'::jsonb, ${by}, now(), ${by}, now())
    returning id`.execute(db);
  return rows[0]?.id as number;
}

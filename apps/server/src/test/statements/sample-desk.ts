import { sql } from 'kysely';
import { type Answer, DCBS, type Person, type World } from '../world.ts';
import { fixture, taskFor } from './statement-fixture.ts';

/** The numbers of the accounts as the files of the samples name them; those of a CSV are made up. */
export const SAMPLE_NUMBERS: Readonly<Record<string, string>> = {
  11: '0011-2233-11',
  12: '009988776612',
  13: 'W13',
  14: '0077-USD',
};

/** Opens the accounts of the samples at DCBS, confirmed. @returns the desk at which `officer` hands in and reads, by their names */
export async function openSampleDesk(world: World, officer: Person) {
  const ids = new Map<string, number>();
  for (const account of fixture.accounts) {
    const { rows } = await sql<{ id: number }>`
      insert into money_accounts (mfi_id, kind, currency, label, fee_words, holder, number, bank_name, bic, upi_id, qr_text,
        for_pay_in, for_pay_out, instructions, entered_by, entered_at, approved_by, approved_at)
      values (${DCBS}, ${account.kind}, ${account.currency}, 'Account', ${JSON.stringify(account.feeWords)}::jsonb, 'DCBS',
        ${SAMPLE_NUMBERS[account.id]}, '', '', '', '', true, true, '{"en":"","be":"","ar":""}'::jsonb, ${officer.id}, ${world.now},
        ${officer.id}, ${world.now}) returning id`.execute(world.db);
    ids.set(account.id, Number(rows[0]?.id));
  }
  const at = (path: string, accountId: string, more = '') =>
    `/api/mfi/${path}?mfiId=${DCBS}&accountId=${ids.get(accountId)}${more}`;
  const upload = (
    accountId: string,
    bytes: Buffer | string,
    { as = officer, key }: { readonly as?: Person; readonly key?: string } = {},
  ): Promise<Answer> =>
    world.call('POST', at('statements', accountId, '&name=november'), {
      as,
      body: Buffer.from(bytes as string),
      headers: { 'content-type': 'text/x-of-a-bank' },
      ...(key !== undefined && { key }),
    });
  const setMapping = (accountId: string): Promise<Answer> =>
    world.call('PUT', at('statements/mapping', accountId), {
      as: officer,
      body: { outTypes: [], ...taskFor(accountId).mapping },
    });
  const linesOf = async (accountId: string, more = '') =>
    (await world.call('GET', at('lines', accountId, `&limit=50${more}`), { as: officer })).body.data;
  return { ids, at, upload, setMapping, linesOf };
}

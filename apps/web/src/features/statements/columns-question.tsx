import { CSV_ROLES, type CsvRole, hasNeededColumns } from '@sathi/domain/statement-files.ts';
import { useState } from 'react';
import type { ApiError } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import type { BodyOf } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Columns, Row } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { readAnew } from './csv-encoding.ts';
import { HowWritten, type Written } from './how-written.tsx';

type Mapping = BodyOf<'setStatementMapping'>;
type Props = { mfiId: string; accountId: string; error: ApiError; onKnown: () => void };
/** The meaning of each column, by its header as the server read it; empty for one that is not read. */
type Meanings = Readonly<Record<string, CsvRole | ''>>;
type Typed = Written & { meanings: Meanings; outTypes: string };

/** Hours and minutes, in any digits. */
const TIME = /\p{Nd}:\p{Nd}{2}/u;
const ROLE_WORDS: Readonly<Record<CsvRole, StaffTextKey>> = {
  bookedOn: 'desk.role.bookedOn',
  valueOn: 'desk.role.valueOn',
  amount: 'desk.role.amount',
  sign: 'desk.role.sign',
  debit: 'desk.role.debit',
  credit: 'desk.role.credit',
  fee: 'desk.role.fee',
  balance: 'desk.role.balance',
  bankRef: 'desk.role.bankRef',
  reference: 'desk.role.reference',
  text: 'desk.role.text',
  type: 'desk.role.type',
  payer: 'desk.role.payer',
  payerAccount: 'desk.role.payerAccount',
};

/** The columns of a CSV as they look to be: looked at, put right where they are wrong, and kept for this account (R21.4). */
export function ColumnsQuestion({ mfiId, accountId, error, onKnown }: Props) {
  const { t } = useStaffText();
  const { headers, sample, proposal } = error.extras as { headers: string[]; sample: string[][]; proposal: Mapping };
  const save = useSend('setStatementMapping', { onSuccess: onKnown });
  const form = useForm<Typed>(
    useState(() => typedOf(headers, proposal)),
    ({ meanings }) => ({ meanings: problemOf(meanings) !== null }),
  );
  const { meanings } = form.values;
  const asWritten = writtenAs(form.values, proposal);
  const problem = problemOf(meanings);
  const hasTypes = Object.values(meanings).includes('type') && !Object.values(meanings).includes('debit');
  const submit = () =>
    form.attempt(() => save.mutate({ query: { mfiId, accountId }, body: mappingOf(form.values, proposal) }));
  return (
    <Form onSubmit={submit} busy={save.isPending} error={save.error ? errorSentence(save.error, t) : undefined}>
      <Banner tone="warm">{t('desk.columnsQuestion')}</Banner>
      <Columns>
        {Object.entries(meanings).map(([header, role]) => (
          <SelectField
            key={header}
            label={asWritten(header)}
            hint={<Example cell={exampleOf(sample, headers.indexOf(header), asWritten)} />}
            value={role}
            onValueChange={(value) => form.set({ meanings: { ...meanings, [header]: value as CsvRole | '' } })}
            options={[
              { value: '', label: t('desk.columnUnread') },
              ...CSV_ROLES.map((each) => ({ value: each, label: t(ROLE_WORDS[each]) })),
            ]}
          />
        ))}
      </Columns>
      <HowWritten {...form.values} hasTimes={TIME.test(sample.flat().join(' '))} onChange={form.set} />
      {hasTypes && (
        <TextField label={t('desk.outTypes')} hint={t('desk.outTypesHint')} optional {...form.field('outTypes')} />
      )}
      {problem !== null && <Banner tone="warm">{t(problem)}</Banner>}
      <Row>
        <Button {...help('statement')} type="submit" icon="check" busy={save.isPending} disabled={problem !== null}>
          {t('desk.columnsRight')}
        </Button>
      </Row>
    </Form>
  );
}

function Example({ cell }: { cell: string | undefined }) {
  const { t } = useStaffText();
  return cell === undefined ? null : (
    <>
      {t('desk.columnExample')}: <bdi>{cell}</bdi>
    </>
  );
}

/** The first cell of a column that says something. */
function exampleOf(sample: string[][], place: number, asWritten: (text: string) => string): string | undefined {
  const cell = sample.map((row) => row[place] ?? '').find((text) => text !== '');
  return cell === undefined ? undefined : asWritten(cell);
}

/** The texts of the question in the encoding that was chosen. */
function writtenAs({ encoding }: Written, { encoding: read }: Mapping): (text: string) => string {
  return (text) => (encoding === null || read === undefined ? text : readAnew(text, read, encoding));
}

function typedOf(headers: readonly string[], mapping: Mapping): Typed {
  const { columns, decimal, dateOrder, encoding = null, timeZone, outTypes = [] } = mapping;
  const roleOf = (header: string) => CSV_ROLES.find((role) => columns[role] === header) ?? '';
  const named = headers.filter((header) => header !== '');
  const meanings = Object.fromEntries(named.map((header) => [header, roleOf(header)] as const));
  const zone = timeZone === 'UTC' ? 'UTC' : '';
  return { meanings, decimal, dateOrder, encoding, timeZone: zone, outTypes: outTypes.join(', ') };
}

/** A day and a sum are needed, and no meaning stands twice. */
function problemOf(meanings: Meanings): StaffTextKey | null {
  const roles = Object.values(meanings).filter((role) => role !== '');
  if (new Set(roles).size < roles.length) return 'desk.columnsTwice';
  return hasNeededColumns({ columns: columnsOf(meanings) }) ? null : 'desk.columnsNeeded';
}

function columnsOf(meanings: Meanings, asWritten = (header: string) => header): Mapping['columns'] {
  return Object.fromEntries(
    Object.entries(meanings).flatMap(([header, role]) => (role === '' ? [] : [[role, asWritten(header)]])),
  );
}

function mappingOf(typed: Typed, proposal: Mapping): Mapping {
  const { meanings, decimal, dateOrder, encoding, timeZone, outTypes } = typed;
  const types = outTypes.split(',').map((type) => type.trim());
  const columns = columnsOf(meanings, writtenAs(typed, proposal));
  return {
    ...proposal,
    columns,
    decimal,
    dateOrder,
    ...(encoding !== null && { encoding }),
    ...(timeZone !== '' && { timeZone }),
    outTypes: columns.type === undefined ? [] : types.filter((type) => type !== ''),
  };
}

import { HOLIDAY_NAME_LENGTH_MAX } from '@sathi/domain/holidays.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { counterBeyond } from '../../ui/counter-beyond.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { Columns, Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

type Days = DataOf<'listHolidays'>;
const NONE = { day: '', name: '' };

/** The days on which an MFI is closed: nobody is reminded of a payment then. */
export function Holidays({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const days = useQuery({
    queryKey: queryKeys.holidays(mfiId),
    queryFn: () => call('listHolidays', { query: { mfiId } }),
  });
  return (
    <Panel title={t('mfi.holidays.title')}>
      <p>{t('mfi.holidays.lead')}</p>
      {days.data && <DaysForm mfiId={mfiId} days={days.data} />}
      {!days.data && (days.isError ? <ErrorState onRetry={() => void days.refetch()} /> : <Skeleton shape="box" />)}
    </Panel>
  );
}

function DaysForm({ mfiId, days }: { mfiId: string; days: Days }) {
  const { t, format } = useStaffText();
  const client = useQueryClient();
  const form = useForm(useState(NONE), ({ day, name }) => ({
    day: day === '' && t('common.required'),
    name: requiredWords(t, name, HOLIDAY_NAME_LENGTH_MAX),
  }));
  const send = useSend('setHolidays', {
    onSuccess: (saved) => {
      client.setQueryData(queryKeys.holidays(mfiId), saved);
      toast.success(t('mfi.money.saved'));
    },
  });
  const save = (holidays: Days, onSuccess = () => {}) =>
    send.mutate({ query: { mfiId }, body: { holidays: [...holidays] } }, { onSuccess });
  const without = (day: string) => days.filter((other) => other.day !== day);
  // A day that is in the list gets the new name.
  const add = () =>
    form.attempt(() => {
      const { day, name } = form.values;
      save([...without(day), { day, name: name.trim() }], () => form.restart(NONE));
    });
  return (
    <Stack>
      {days.length > 0 && (
        <ul aria-label={t('mfi.holidays.title')}>
          {days.map((holiday) => (
            <li key={holiday.day}>
              <Row>
                <span>{format.date(holiday.day)}</span>
                <bdi>{holiday.name}</bdi>
                <Button
                  {...help('moneySettings')}
                  small
                  variant="quiet"
                  aria-label={t('mfi.holidays.removeWhich', { name: holiday.name, date: format.date(holiday.day) })}
                  busy={send.isPending}
                  onClick={() => save(without(holiday.day))}
                >
                  {t('mfi.holidays.remove')}
                </Button>
              </Row>
            </li>
          ))}
        </ul>
      )}
      <Form onSubmit={add} busy={send.isPending} error={send.error ? errorSentence(send.error, t) : undefined}>
        <Columns>
          <DateField {...form.field('day')} label={t('mfi.holidays.day')} />
          <TextField
            {...form.field('name')}
            label={t('mfi.holidays.name')}
            autoComplete="off"
            aside={counterBeyond(form.values.name, HOLIDAY_NAME_LENGTH_MAX)}
          />
        </Columns>
        <Row>
          <Button {...help('moneySettings')} variant="quiet" type="submit" busy={send.isPending}>
            {t('mfi.holidays.add')}
          </Button>
        </Row>
      </Form>
    </Stack>
  );
}

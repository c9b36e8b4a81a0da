import { PAUSE_MONTHS_MAX } from '@sathi/domain/pauses.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { FieldGroup } from '../../ui/field-group.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';

type Pause = DataOf<'listPauses'>[number];

/**
 * The panel for pauses, as after a flood: a form that moves all loans of chosen places to later days, and the pauses
 * given so far (R28.4).
 */
export function Pauses({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const pauses = useList('listPauses', queryKeys.pauses(mfiId), { mfiId });
  return (
    <Panel title={t('pauses.title')}>
      <Stack>
        <p>{t('pauses.lead')}</p>
        <PauseForm mfiId={mfiId} />
        {pauses.rows?.map((pause) => (
          <Given key={pause.id} mfiId={mfiId} pause={pause} />
        ))}
        <MoreButton list={pauses} />
      </Stack>
    </Panel>
  );
}

function PauseForm({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const confirm = useConfirm();
  const list = useList('listPausePlaces', queryKeys.pausePlaces(mfiId), { mfiId });
  const places = list.rows ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [leftOut, setLeftOut] = useState(0);
  const { state } = useKeptValues(`pause.${mfiId}`, { months: '1', reason: '' }, ['months']);
  const form = useForm(state, ({ reason }) => ({ reason: requiredWords(t, reason) }));
  const send = useSend('pauseLoans', {
    invalidates: [queryKeys.pauses(mfiId)],
    onSuccess: (given) => {
      toast.success(t('pauses.given'));
      setLeftOut(given.leftOut);
      setChosen(new Set());
      form.restart({ months: '1', reason: '' });
    },
  });
  const count = places.reduce((sum, { place, loansCount }) => sum + (chosen.has(place) ? loansCount : 0), 0);
  const months = Number(form.values.months);
  const give = async () => {
    const message = t('pauses.question', { count, months });
    if (!(await confirm({ message, yes: t('pauses.give') }))) return;
    setLeftOut(0);
    send.mutate({ query: { mfiId }, body: { places: [...chosen], months, reason: form.values.reason.trim() } });
  };
  if (places.length === 0) return <p>{t('pauses.noPlaces')}</p>;
  return (
    <Form
      onSubmit={() => form.attempt(() => void give())}
      busy={send.isPending}
      error={send.error ? (send.error.messageFor('places') ?? errorSentence(send.error, t)) : undefined}
    >
      <PlaceChoice places={places} chosen={chosen} onChange={setChosen} />
      <MoreButton list={list} />
      <SelectField
        {...form.field('months')}
        label={t('pauses.months')}
        options={Array.from({ length: PAUSE_MONTHS_MAX }, (_, index) => ({
          value: String(index + 1),
          label: t('pauses.monthsCount', { count: index + 1 }),
        }))}
      />
      <TextAreaField
        label={t('pauses.reason')}
        hint={t('pauses.reasonHint')}
        maxLength={REASON_LENGTH_MAX}
        {...form.field('reason')}
      />
      <Row>
        <Button {...help('pause')} type="submit" icon="calendar" disabled={count === 0} busy={send.isPending}>
          {t('pauses.giveCount', { count })}
        </Button>
      </Row>
      <p role="status">{leftOut > 0 && t('pauses.leftOut', { count: leftOut })}</p>
    </Form>
  );
}

type Places = {
  places: readonly { place: string; loansCount: number }[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

function PlaceChoice({ places, chosen, onChange }: Places) {
  const { t, format } = useStaffText();
  const choose = (place: string, isChosen: boolean) => {
    const others = [...chosen].filter((each) => each !== place);
    onChange(new Set(isChosen ? [...others, place] : others));
  };
  return (
    <FieldGroup label={t('pauses.places')}>
      {places.map(({ place, loansCount }) => (
        <CheckboxField
          key={place}
          label={t('pauses.place', { place: format.isolate(place), count: loansCount })}
          checked={chosen.has(place)}
          onCheckedChange={(isChosen) => choose(place, isChosen)}
        />
      ))}
    </FieldGroup>
  );
}

function Given({ mfiId, pause }: { mfiId: string; pause: Pause }) {
  const { t, format } = useStaffText();
  const confirm = useConfirm();
  const send = useSend('undoPause', {
    invalidates: [queryKeys.pauses(mfiId)],
    onSuccess: () => toast.success(t('pauses.undone')),
  });
  const undo = async () => {
    const isSure = await confirm({ message: t('pauses.undoQuestion'), yes: t('pauses.undo') });
    if (isSure) send.mutate({ query: { mfiId, id: pause.id } });
  };
  const { places, months, reason, enteredAt, undoneAt, loansCount, movedCount, canUndo } = pause;
  const counts = { moved: movedCount, all: loansCount, date: format.date(undoneAt ?? enteredAt) };
  return (
    <div>
      <p>
        <strong>{t('pauses.monthsCount', { count: months })}</strong> <bdi>{places.join(', ')}</bdi>
      </p>
      <p dir="auto">{reason}</p>
      <p>{t(undoneAt === null ? 'pauses.movedCount' : 'pauses.undoneCount', counts)}</p>
      {canUndo && (
        <Row>
          <Button {...help('pause')} small variant="quiet" busy={send.isPending} onClick={() => void undo()}>
            {t('pauses.undo')}
          </Button>
        </Row>
      )}
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
    </div>
  );
}

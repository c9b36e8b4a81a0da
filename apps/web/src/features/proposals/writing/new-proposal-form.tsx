import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../lib/api.ts';
import { help } from '../../../lib/help-mode.ts';
import { useSession } from '../../../lib/session.ts';
import { type TextKey, useText } from '../../../lib/text.tsx';
import { useSteps } from '../../../ui/use-steps.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Form } from '../../../ui/form.tsx';
import { ListenButton } from '../../../ui/listen-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StepHead } from '../../../ui/step-head.tsx';
import { isUntouched, useBegunProposal } from './begun-proposal.ts';
import { formErrorOf } from './form-error.ts';
import styles from './new-proposal-form.module.css';
import { PhotoFields, WhatFields, WordsFields } from './proposal-fields.tsx';
import { filledSteps, firstStepWith, LAST_STEP, STEPS } from './proposal-steps.ts';
import { useLocalCurrency } from '../../../lib/time.ts';
import { useCreateProposal, type Wished, type Written } from './use-create-proposal.ts';

/** The later steps are loaded once the first is there, while the person chooses a picture. */
const loadMoney = () => import('./money-fields.tsx');
const loadLastSteps = () => import('./proposal-check.tsx');
const GalleryField = lazy(async () => ({ default: (await import('./gallery-field.tsx')).GalleryField }));
const MoneyFields = lazy(async () => ({ default: (await loadMoney()).MoneyFields }));
const ExampleWords = lazy(async () => ({ default: (await loadLastSteps()).ExampleWords }));
const ProposalCheck = lazy(async () => ({ default: (await loadLastSteps()).ProposalCheck }));

type Props = {
  mfi: { id: string; name: string } | undefined;
  /** Both functions return the address of the page that follows. */
  onDraft: () => string;
  onPublished: (id: string) => string;
};

const TITLES = [
  'proposal.stepPhoto',
  'proposal.stepWhat',
  'proposal.stepMoney',
  'proposal.stepWords',
  'proposal.stepCheck',
] as const;

/** The texts read out loud at each step, for people who do not read easily. */
const SPOKEN: readonly (readonly TextKey[])[] = [
  ['proposal.stepPhoto', 'pictures.pictureHint'],
  ['proposal.title', 'proposal.titleHint', 'proposal.place', 'proposal.placeHint', 'proposal.category'],
  [
    'proposal.amount',
    'proposal.acceptPartial',
    'proposal.acceptPartialHint',
    'proposal.monthsToRepay',
    'proposal.startDate',
    'proposal.startDateHint',
  ],
  ['proposal.description', 'proposal.descriptionHint'],
  ['proposal.stepCheck', 'proposal.seen.everybody', 'proposal.seen.members', 'proposal.seen.nobody'],
];

/**
 * Writing a proposal, one thing after the other; the last step keeps it as a draft (1) or publishes it (2). What is typed
 * stays in this browser until then. A field that the service refuses leads back to its step.
 */
export function NewProposalForm({ mfi, onDraft, onPublished }: Props) {
  const { t } = useText();
  const { user } = useSession();
  const currency = useLocalCurrency(mfi?.name);
  const written = useBegunProposal(user?.id, mfi && (currency ?? 'USD'));
  const { step, goOn, goBackTo, leaveFor } = useSteps(filledSteps(written.draft.draft), LAST_STEP);
  const wished = useRef<Wished>('drafted');
  const [isPictureComing, setPictureComing] = useState(false);
  const [isGalleryComing, setGalleryComing] = useState(false);
  const { form, send, isPending, error, forgetError } = useCreateProposal({
    written,
    mfi,
    step,
    onDone: (id) => leaveFor(id === null ? onDraft() : onPublished(id)),
  });
  useEffect(() => void Promise.all([loadMoney(), loadLastSteps()]).catch(() => undefined), []);
  useLeadBack(error, step, goBackTo);
  const busy = isPending || isPictureComing || isGalleryComing;
  const submit = () =>
    form.attempt(() => {
      if (step === LAST_STEP) return send(wished.current);
      forgetError();
      form.restart(form.values);
      goOn();
    });
  const of = { form, ...(mfi && { mfiName: mfi.name }) };
  return (
    <Form busy={busy} error={formErrorOf(error, t)} onSubmit={submit}>
      <StepHead step={step} count={STEPS.length} title={t(TITLES[step] ?? TITLES[0])} />
      <ListenButton text={(SPOKEN[step] ?? []).map((key) => t(key)).join('\n')} />
      {step === 0 && written.wasRestored && !isUntouched(written.draft) && <Restored onStartOver={written.clear} />}
      {step === 0 && (
        <>
          <PhotoFields {...of} onBusyChange={setPictureComing} />
          {(form.values.image !== '' || written.draft.gallery.length > 0) && (
            <Album written={written} onBusyChange={setGalleryComing} />
          )}
        </>
      )}
      {step === 1 && <WhatFields {...of} />}
      {step === 2 && (
        <Suspense fallback={<Skeleton shape="box" />}>
          <MoneyFields {...of} mfiId={mfi?.id} currency={currency} />
        </Suspense>
      )}
      {step === 3 && (
        <>
          <WordsFields {...of} />
          <Suspense>
            <ExampleWords />
          </Suspense>
        </>
      )}
      {step === LAST_STEP && (
        <Suspense fallback={<Skeleton shape="box" />}>
          <ProposalCheck draft={form.values} {...(mfi && { mfiName: mfi.name })} />
          <SaveButtons busy={busy} onPress={(pressed) => void (wished.current = pressed)} />
        </Suspense>
      )}
      <StepWays step={step} busy={busy} isPending={isPending} onBack={() => goBackTo(step - 1)} />
    </Form>
  );
}

/** A field that the service refuses leads back to its step. */
function useLeadBack(error: ApiError | null, step: number, goBackTo: (step: number) => void): void {
  useEffect(() => {
    const wrong = error ? firstStepWith((field) => error.messageFor(field) !== undefined) : undefined;
    if (wrong !== undefined && wrong < step) goBackTo(wrong);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer, or nobody could go on from that step
  }, [error]);
}

type WaysProps = { step: number; busy: boolean; isPending: boolean; onBack: () => void };

/** The ways to the step before and to the next one. */
function StepWays({ step, busy, isPending, onBack }: WaysProps) {
  const { t } = useText();
  return (
    <div className={classes(styles.ways, step < LAST_STEP && styles.sticky)}>
      {step > 0 && (
        <Button variant="plain" icon="arrow-back" disabled={isPending} onClick={onBack}>
          {t('common.stepBack')}
        </Button>
      )}
      {step < LAST_STEP && (
        <Button type="submit" wide busy={busy}>
          {t('common.stepNext')}
        </Button>
      )}
    </div>
  );
}

function Restored({ onStartOver }: { onStartOver: () => void }) {
  const { t } = useText();
  return (
    <Banner
      tone="info"
      action={
        <Button variant="plain" small onClick={onStartOver}>
          {t('proposal.startOver')}
        </Button>
      }
    >
      {t('proposal.restored')}
    </Banner>
  );
}

function Album({ written, onBusyChange }: { written: Written; onBusyChange: (isBusy: boolean) => void }) {
  return (
    <Suspense fallback={<Skeleton shape="box" />}>
      <GalleryField
        value={written.draft.gallery}
        onValueChange={(change) => written.change((before) => ({ ...before, gallery: change(before.gallery) }))}
        onBusyChange={onBusyChange}
      />
    </Suspense>
  );
}

/** Both buttons submit the form; `onPress` tells first which one was pressed. */
function SaveButtons({ busy, onPress }: { busy: boolean; onPress: (wished: Wished) => void }) {
  const { t } = useText();
  return (
    <>
      <Button {...help('publish')} type="submit" wide icon="megaphone" busy={busy} onClick={() => onPress('published')}>
        {t('proposal.publish')}
      </Button>
      <Button {...help('saveDraft')} variant="quiet" type="submit" wide busy={busy} onClick={() => onPress('drafted')}>
        {t('proposal.saveAsDraft')}
      </Button>
    </>
  );
}

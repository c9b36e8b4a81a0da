import { BIO_LENGTH_MAX, NAME_LENGTH_MAX, normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import type { Digits } from '@sathi/texts/figures.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { changeLanguage } from '../../lib/load-texts.ts';
import { BROWSER_LANGUAGE, chosenDigits, LANGUAGE_NAMES, localeOf, LOCALES, rememberDigits } from '../../lib/locale.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { rememberUser } from '../../lib/session.ts';
import { type Translate, useText } from '../../lib/text.tsx';
import { inWords, useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import type { RenderField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { counterBeyond } from '../../ui/counter-beyond.tsx';
import { Row } from '../../ui/page.tsx';
import { PictureField } from '../files/picture-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './profile-form.module.css';
import { bodyOf, profileProblems, type User, valuesOf } from './profile-values.ts';
import { announceAfterReload } from './saved-toast.ts';

type Props = { user: User; renderPhone: RenderField };

/** The profile that others see (specification section 2, Profile). Cancelling leads home and changes nothing. */
export function ProfileForm({ user, renderPhone }: Props) {
  const { t } = useText();
  const mfiName = useMfiName();
  const [, navigate] = useLocation();
  const form = useProfile(user);
  const { values, set, save, submit } = form;
  const [isPictureComing, setPictureComing] = useState(false);
  const busy = save.isPending || isPictureComing;
  return (
    <Form onSubmit={submit} busy={busy} error={form.error}>
      <PictureField
        label={t('profile.photo')}
        hint={t('profile.photoHint')}
        error={form.errorAt('profileImage')}
        folder="profileImages"
        shape="round"
        value={values.profileImage}
        onValueChange={(profileImage) => set({ profileImage })}
        onBusyChange={setPictureComing}
        optional
      />
      <ProfileFields user={user} form={form} renderPhone={renderPhone} />
      <Row>
        <Button {...help('profile')} type="submit" busy={busy}>
          {t('common.save')}
        </Button>
        <Button variant="quiet" disabled={save.isPending} onClick={() => navigate(paths.home(mfiName))}>
          {t('common.cancel')}
        </Button>
      </Row>
    </Form>
  );
}

function ProfileFields({ user, form, renderPhone }: Props & { form: ReturnType<typeof useProfile> }) {
  const { t } = useText();
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={t('identity.field.firstName')}
          name="firstName"
          autoComplete="given-name"
          aside={counterBeyond(form.values.firstName, NAME_LENGTH_MAX)}
          {...form.field('firstName')}
          required
        />
        <TextField
          label={t('identity.field.lastName')}
          name="lastName"
          autoComplete="family-name"
          aside={counterBeyond(form.values.lastName, NAME_LENGTH_MAX)}
          {...form.field('lastName')}
          required
        />
      </div>
      <SelectField
        label={t('common.language')}
        hint={t('profile.languageHint')}
        name="language"
        value={form.values.language}
        onValueChange={(language) => form.set({ language: localeOf(language) ?? 'en' })}
        options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: BROWSER_LANGUAGE[value] }))}
      />
      <DigitsField form={form} />
      {renderPhone({
        label: t('identity.field.phone'),
        hint: normalizePhone(form.values.phone) === user.phone ? undefined : t('profile.phoneHint'),
        ...form.field('phone'),
        error: form.errorAt('phone') ?? form.taken.phone_exists,
      })}
      <TextField
        label={t('identity.field.email')}
        hint={emailHint(normalizeEmail(form.values.email) === user.email, user, t)}
        type="email"
        inputMode="email"
        name="email"
        autoComplete="email"
        {...form.field('email')}
        error={form.errorAt('email') ?? form.taken.email_exists}
        required
      />
      <TextAreaField
        label={t('identity.field.bio')}
        hint={t('identity.field.bioHint')}
        name="bio"
        maxLength={BIO_LENGTH_MAX}
        {...form.field('bio')}
        required
      />
    </>
  );
}

function emailHint(isUnchanged: boolean, { isEmailOfOffice }: User, t: Translate): string | undefined {
  if (!isUnchanged) return t('profile.emailHint');
  return isEmailOfOffice ? t('profile.emailOfOffice') : undefined;
}

/** Languages whose script has digits of its own, with the first four of them. */
const NATIVE_DIGITS = { be: '০ ১ ২ ৩', ar: '٠ ١ ٢ ٣' };

function DigitsField({ form }: { form: ReturnType<typeof useProfile> }) {
  const { t } = useText();
  const { language, digits } = form.values;
  if (language === 'en') return null;
  return (
    <SelectField
      label={t('profile.digits')}
      hint={t('profile.digitsHint')}
      name="digits"
      value={digits}
      onValueChange={(value) => form.set({ digits: value === 'native' ? 'native' : 'latin' })}
      options={[
        { value: 'latin', label: '0 1 2 3' },
        { value: 'native', label: NATIVE_DIGITS[language] },
      ]}
    />
  );
}

/** A profile being changed, and saving it. That an address is taken is told beside it. */
function useProfile(user: User) {
  const { t, locale } = useText();
  const state = useState(() => valuesOf(user, locale));
  const save = useSaveProfile(state[0].digits);
  const form = useForm(state, (values) => inWords(profileProblems(values), t), save.error);
  const sentence = save.error ? errorSentence(save.error, t) : undefined;
  const code = save.error?.code;
  const isTaken = code === 'email_exists' || code === 'phone_exists';
  const taken: Partial<Record<string, string | undefined>> = isTaken ? { [code]: sentence } : {};
  // A new address is not in force yet, so the form goes back to the one that is.
  const submit = () =>
    form.attempt(() =>
      save.mutate(
        { params: { id: user.id }, body: bodyOf(form.values) },
        { onSuccess: (saved) => form.restart(valuesOf(saved, form.values.language)) },
      ),
    );
  const error = save.error?.errors.length === 0 && !isTaken ? sentence : undefined;
  return { ...form, save, submit, error, taken };
}

/** The page is loaded anew in another language or other digits, and says there that it is saved. */
function useSaveProfile(digits: Digits) {
  const { t, locale } = useText();
  const client = useQueryClient();
  return useSend('updateUser', {
    onSuccess: (user) => {
      rememberUser(user);
      client.setQueryData(queryKeys.user(user.id), user);
      const language = localeOf(user.language) ?? locale;
      const before = chosenDigits();
      rememberDigits(digits);
      if (language === locale && digits === before) toast.success(t('profile.saved'));
      else {
        announceAfterReload();
        changeLanguage(language).catch(() => toast.error(t('common.networkFailed')));
      }
    },
  });
}

import { BIO_LENGTH_MAX, normalizeEmail } from '@sathi/domain/accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { demo } from '../../lib/demo-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { BROWSER_LANGUAGE, changeLanguage, LANGUAGE_NAMES, localeOf, LOCALES } from '../../lib/locale.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { rememberUser } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Row } from '../../ui/page.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './profile-form.module.css';
import {
  bodyOf,
  type ProfileProblems,
  profileProblems,
  type ProfileValues,
  type User,
  valuesOf,
} from './profile-values.ts';
import { announceAfterReload } from './saved-notice.ts';

/** Who one is to others (specification section 2, Profile). Cancelling leads home and changes nothing. */
export default function ProfileForm({ user }: { user: User }) {
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
        error={save.error?.messageFor('profileImage')}
        folder="profileImages"
        shape="round"
        value={values.profileImage}
        onValueChange={(profileImage) => set({ profileImage })}
        onBusyChange={setPictureComing}
        optional
      />
      <ProfileFields user={user} form={form} />
      <Row>
        <Button {...demo('profile')} type="submit" busy={busy}>
          {t('common.save')}
        </Button>
        <Button variant="quiet" disabled={save.isPending} onClick={() => navigate(paths.home(mfiName))}>
          {t('common.cancel')}
        </Button>
      </Row>
    </Form>
  );
}

function ProfileFields({ user, form: { values, set, save, at } }: { user: User; form: ReturnType<typeof useProfile> }) {
  const { t } = useText();
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={t('identity.field.firstName')}
          name="firstName"
          autoComplete="given-name"
          {...at('firstName')}
          required
        />
        <TextField
          label={t('identity.field.lastName')}
          name="lastName"
          autoComplete="family-name"
          {...at('lastName')}
          required
        />
      </div>
      <SelectField
        label={t('common.language')}
        hint={t('profile.languageHint')}
        name="language"
        value={values.language}
        onValueChange={(language) => set({ language: localeOf(language) ?? 'en' })}
        options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: BROWSER_LANGUAGE[value] }))}
      />
      <TextField
        label={t('identity.field.phone')}
        hint={t('profile.phoneHint')}
        error={save.error?.messageFor('phone')}
        type="tel"
        name="phone"
        autoComplete="off"
        value={user.phone}
        onValueChange={() => undefined}
        readOnly
      />
      <TextField
        label={t('identity.field.email')}
        hint={normalizeEmail(values.email) === user.email ? undefined : t('profile.emailHint')}
        type="email"
        inputMode="email"
        name="email"
        autoComplete="email"
        {...at('email')}
        required
      />
      <TextAreaField
        label={t('identity.field.bio')}
        hint={t('identity.field.bioHint')}
        name="bio"
        maxLength={BIO_LENGTH_MAX}
        {...at('bio')}
        required
      />
    </>
  );
}

/** What is typed, what is wrong with it, and saving it. */
function useProfile(user: User) {
  const { t } = useText();
  const [values, setValues] = useState(() => valuesOf(user));
  const [wasAttempted, setAttempted] = useState(false);
  const save = useSaveProfile();
  const set = (changed: Partial<ProfileValues>) => setValues((before) => ({ ...before, ...changed }));
  const problems = wasAttempted ? profileProblems(values) : {};
  const sentence = save.error ? errorSentence(save.error, t) : undefined;
  const isTaken = save.error?.code === 'email_exists';
  const errorAt = (field: keyof ProfileProblems) => {
    const problem = problems[field];
    const error = problem ? t(problem) : save.error?.messageFor(field);
    return error ?? (field === 'email' && isTaken ? sentence : undefined);
  };
  const at = (field: keyof ProfileProblems) => ({
    value: values[field],
    onValueChange: (value: string) => set({ [field]: value }),
    error: errorAt(field),
  });
  const submit = () => {
    setAttempted(true);
    if (Object.keys(profileProblems(values)).length > 0) return;
    save.mutate({ params: { id: user.id }, body: bodyOf(values, user.phone) });
  };
  const error = save.error?.errors.length === 0 && !isTaken ? sentence : undefined;
  return { values, set, at, save, submit, error };
}

/** The page is loaded anew in another language, and says there that it is saved. */
function useSaveProfile() {
  const { t, locale } = useText();
  const client = useQueryClient();
  return useSend('updateUser', {
    onSuccess: (user) => {
      rememberUser(user);
      client.setQueryData(queryKeys.user(user.id), user);
      const language = localeOf(user.language) ?? locale;
      if (language === locale) return toast.success(t('profile.saved'));
      announceAfterReload();
      return changeLanguage(language);
    },
  });
}

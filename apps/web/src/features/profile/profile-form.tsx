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
import { bodyOf, profileProblems, type ProfileValues, type User, valuesOf } from './profile-values.ts';
import { announceAfterReload } from './saved-notice.ts';

/** Who one is to others (specification section 2, Profile). Cancelling leads home and changes nothing. */
export default function ProfileForm({ user }: { user: User }) {
  const { t } = useText();
  const mfiName = useMfiName();
  const [, navigate] = useLocation();
  const [values, setValues] = useState(() => valuesOf(user));
  const [wasAttempted, setAttempted] = useState(false);
  const [isPictureComing, setPictureComing] = useState(false);
  const save = useSaveProfile();
  const set = (changed: Partial<ProfileValues>) => setValues((before) => ({ ...before, ...changed }));
  const problems = wasAttempted ? profileProblems(values) : {};
  const errorAt = (field: keyof typeof problems) => {
    const problem = problems[field];
    return problem ? t(problem) : save.error?.messageFor(field);
  };
  const submit = () => {
    setAttempted(true);
    if (Object.keys(profileProblems(values)).length > 0) return;
    save.mutate({ params: { id: user.id }, body: bodyOf(values, user.phone) });
  };
  const busy = save.isPending || isPictureComing;
  const isTaken = save.error?.code === 'email_exists';
  return (
    <Form
      onSubmit={submit}
      busy={busy}
      error={save.error && save.error.errors.length === 0 && !isTaken ? errorSentence(save.error, t) : undefined}
    >
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
      <div className={styles.pair}>
        <TextField
          label={t('identity.field.firstName')}
          name="firstName"
          autoComplete="given-name"
          value={values.firstName}
          onValueChange={(firstName) => set({ firstName })}
          error={errorAt('firstName')}
          required
        />
        <TextField
          label={t('identity.field.lastName')}
          name="lastName"
          autoComplete="family-name"
          value={values.lastName}
          onValueChange={(lastName) => set({ lastName })}
          error={errorAt('lastName')}
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
        value={values.email}
        onValueChange={(email) => set({ email })}
        error={errorAt('email') ?? (isTaken && save.error ? errorSentence(save.error, t) : undefined)}
        required
      />
      <TextAreaField
        label={t('identity.field.bio')}
        hint={t('identity.field.bioHint')}
        name="bio"
        maxLength={BIO_LENGTH_MAX}
        value={values.bio}
        onValueChange={(bio) => set({ bio })}
        error={errorAt('bio')}
        required
      />
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

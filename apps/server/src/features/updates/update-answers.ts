import type { GalleryImage, Update } from '@sathi/contract/updates.ts';
import { isolated } from '@sathi/domain/isolated.ts';
import type { z } from 'zod';
import type { Language } from '../../http/language.ts';
import type { GalleryRow } from './gallery.repository.ts';
import type { UpdateRow } from './updates.repository.ts';

/** `seesPicture` is false for a reader from whom pictures of the proposal are kept (R14.3): the words are told alone. */
export function updateAnswer({ postedAt, ...row }: UpdateRow, seesPicture = true): z.output<typeof Update> {
  const picture = seesPicture
    ? { image: row.image, imageUrl: `/files/${row.image}`, imageBlur: row.imageBlur }
    : { image: null, imageUrl: null, imageBlur: null };
  return { ...row, ...picture, date: postedAt };
}

/** R14.5: without words of its owner a picture says of which loan it is. */
const PHOTO_OF: Readonly<Record<Language, (title: string) => string>> = {
  en: (title) => `Photo of ${title}`,
  be: (title) => `${title}-এর ছবি`,
  ar: (title) => `صورة ${title}`,
};

export function albumAnswer(row: GalleryRow, title: string, language: Language): z.output<typeof GalleryImage> {
  return {
    ...row,
    imageUrl: `/files/${row.image}`,
    alt: row.alt || PHOTO_OF[language](isolated(title, language === 'ar' ? 'rtl' : 'ltr')),
  };
}

import { plainNumber } from '@sathi/domain/digits.ts';
import type { PictureFolder } from '@sathi/domain/pictures.ts';
import { cleanText, hasBidiOverride, lengthInCodePoints, normalForm } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { plainSchema, textSchema, titleSchema } from './field-schemas.ts';
import { problem } from './fields.ts';
import { writtenAs } from './json-schema.ts';
import type { FieldProblem } from './refusals.ts';

type TextOptions = { readonly optional?: boolean };

/** Free text as it is stored: composed, trimmed, not empty, at most `lengthMax` code points. */
export function TextField(lengthMax: number, options: TextOptions = {}) {
  return writtenAs(textOf(cleanText, lengthMax, options), textSchema(lengthMax, options.optional));
}

/** One line that is shown in mails and headings: also free of marks that reorder text. */
export function TitleField(lengthMax: number, options: TextOptions = {}) {
  const field = textOf(cleanLine, lengthMax, options).refine(
    (text) => !hasBidiOverride(text),
    problem('bidi_override'),
  );
  return writtenAs(field, titleSchema(lengthMax, options.optional));
}

/**
 * A number that another institution gave out (account, reference): one line in Latin digits, without invisible
 * characters.
 */
export function NumberTextField(lengthMax: number, options: TextOptions = {}) {
  const field = textOf((text) => cleanLine(plainNumber(text)), lengthMax, options);
  return writtenAs(field, textSchema(lengthMax, options.optional));
}

/** Words to look for, or a name: composed and trimmed like stored text. The length limit counts the text as sent. */
export function WordsField(lengthMax: number) {
  return PlainField(lengthMax).overwrite((text) => normalForm(text).trim());
}

type PlainOptions = { readonly missing?: FieldProblem; readonly tooLong?: FieldProblem; readonly lengthMin?: 0 | 1 };

/** A text that is compared or looked up as it was sent; its length counts code points. `missing`: of an absent or empty one. */
export function PlainField(
  lengthMax: number,
  { missing = 'invalid', tooLong = 'too_long', lengthMin = 0 }: PlainOptions = {},
) {
  const field = z
    .string(problem(missing))
    .min(lengthMin, problem(missing))
    .refine((text) => [...text].length <= lengthMax, problem(tooLong));
  return writtenAs(field, plainSchema(lengthMax, lengthMin));
}

function textOf(clean: (text: string) => string, lengthMax: number, { optional }: TextOptions) {
  return z
    .string(problem('required'))
    .overwrite(clean)
    .superRefine((text, context) => {
      const message: FieldProblem | null =
        text === '' && !optional ? 'required' : lengthInCodePoints(text) > lengthMax ? 'too_long' : null;
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
}

function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ');
}

/** A storage key that an upload answered. `missing` is the problem of an absent or empty one. */
export function imageKeyField(folder: PictureFolder, missing: FieldProblem = 'invalid') {
  const field = z
    .string(problem(missing))
    .min(1, { ...problem(missing), abort: true })
    .regex(new RegExp(`^${folder}/[A-Za-z0-9_.-]{1,200}$`), problem('invalid'));
  return writtenAs(field, { type: 'string', pattern: `^${folder}/[A-Za-z0-9_.-]{1,200}$` });
}

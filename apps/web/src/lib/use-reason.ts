import type { ApiError } from './api.ts';
import { useKeptValues } from './kept-values.ts';
import { requiredWords } from './required-words.ts';
import { useText } from './text.tsx';
import { useForm } from './use-form.ts';

/**
 * A form that asks for a reason alone. The reason stays in this browser under the act and its subject, such as `write-off.7`,
 * until `forget`.
 */
export function useReason(keptUnder: string, refusal: ApiError | null = null) {
  const { t } = useText();
  const { state, forget } = useKeptValues(keptUnder, { reason: '' });
  return { ...useForm(state, ({ reason }) => ({ reason: requiredWords(t, reason) }), refusal), forget };
}

import type { ReactNode } from 'react';
import { useText } from '../lib/text.tsx';
import { FormError } from './form-error.tsx';
import { ListenButton } from './listen-button.tsx';
import { Stack } from './page.tsx';
import { ReviewList } from './review-list.tsx';

export type ReviewRow = {
  readonly label: string;
  readonly value: ReactNode;
  /** Spoken in place of a value that is no plain text. */
  readonly spoken?: string;
};

type Props = {
  rows: readonly ReviewRow[];
  /** The reason why it was refused when it was sent before. */
  refusal: string | null;
  children?: ReactNode;
};

/** The last step before money is moved: its facts, read or heard once more. */
export function MoneyReview({ rows, refusal, children }: Props) {
  const { t } = useText();
  const lead = t('common.reviewLead');
  return (
    <Stack>
      <ListenButton text={[lead, ...rows.map(spokenRow)].join('\n')} />
      <p>{lead}</p>
      <ReviewList rows={rows} />
      {children}
      {refusal && <FormError>{refusal}</FormError>}
    </Stack>
  );
}

function spokenRow({ label, value, spoken }: ReviewRow): string {
  return `${label}: ${spoken ?? (typeof value === 'string' ? value : '')}`;
}

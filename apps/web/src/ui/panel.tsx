import { type ReactNode, useId } from 'react';
import { Card } from './card.tsx';
import { Row, Stack } from './page.tsx';

type Props = { title: string; aside?: ReactNode; children: ReactNode };

/** One section of a page, with its heading, on a card. */
export function Panel({ title, aside, children }: Props) {
  const id = useId();
  return (
    <Card as="section" padded labelledBy={id}>
      <Stack>
        <Row spread>
          <h2 id={id}>{title}</h2>
          {aside}
        </Row>
        {children}
      </Stack>
    </Card>
  );
}

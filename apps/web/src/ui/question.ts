import type { ReactNode } from 'react';

export type Question = {
  message: string;
  title?: string;
  /** The name of the thing it is about, on a line of its own below the title. */
  about?: string;
  /** The facts to be read before the answer, above the question. */
  facts?: ReactNode;
  /** The verb of the yes, as on a button: "Delete" is answered by "Yes, delete" or "No" (R17.10). */
  yes: string;
  /** Statements with a box each, all to be ticked before yes can be said. */
  checks?: readonly string[];
  /** The yes cannot be undone. */
  danger?: boolean;
};

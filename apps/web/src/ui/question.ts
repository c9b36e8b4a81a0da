/** What a confirmation asks. */
export type Question = {
  message: string;
  title?: string;
  /** What the answers will do; plain yes and no when absent. */
  yes?: string;
  no?: string;
  /** What must be true, each with a box to tick, before yes can be said. */
  checks?: readonly string[];
  /** The yes destroys something. */
  danger?: boolean;
};

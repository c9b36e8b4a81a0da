/** What a confirmation asks. */
export type Question = {
  message: string;
  title?: string;
  /** What the answers will do; plain yes and no when absent. */
  yes?: string;
  no?: string;
  /** The yes destroys something. */
  danger?: boolean;
};

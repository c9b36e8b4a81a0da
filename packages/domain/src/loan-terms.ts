/** The bounds of the days that an institution may give a proposal to collect (R5.1). */
export const FUNDING_DAYS_MIN = 7;
export const FUNDING_DAYS_MAX = 90;
/** The bounds of the months from the release until the first instalment is due (R8.2). */
export const FIRST_DUE_AFTER_MONTHS_MIN = 1;
export const FIRST_DUE_AFTER_MONTHS_MAX = 2;
/** The most days after a due day before an instalment is late (R10.7). */
export const LATE_GRACE_DAYS_MAX = 15;

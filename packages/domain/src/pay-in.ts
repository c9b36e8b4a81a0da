/** How many days backers have to pay at an institution that expects the money (R20.2). */
export const PAY_DAYS_MIN = 1;
export const PAY_DAYS_MAX = 14;
/** An unpaid backing stands for so many days more (R20.3). */
export const LAPSE_GRACE_DAYS_MAX = 7;

/** People of the demo data, and the password of all of them. */
export const SEED_PASSWORD = 'demo-password';
export const STAFF_OF_ROI = '+12025550103';
export const BORROWER = '+12025550110';
export const INVESTORS = ['+12025550120', '+12025550121'] as const;

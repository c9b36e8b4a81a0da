import { expect, test } from 'vitest';
import { readBudgets } from '../../config/budgets.ts';
import { BUDGET_FREE_PART, BUDGET_HOUR_PART, BUDGET_OF_CALL, BUDGET_RESERVE_PART, LIMITS } from './limits.ts';
import { networksOf } from './networks.ts';

test.each([
  ['sign_up', 'by IPv6', '2001:db8::1'],
  ['sign_up', 'by IPv4', '203.0.113.9'],
  ['reset', 'by IPv6', '2001:db8::1'],
  ['reset', 'by IPv4', '203.0.113.9'],
] as const)(
  'one network alone cannot spend what an hour or a day has for %s, however hard it works, %s',
  (purpose, _, ip) => {
    const { budgets } = readBudgets({ CHALLENGE_STEPS: 700 });
    const sms = budgets.find((budget) => budget.channel === 'sms' && budget.purpose === purpose)?.aDay ?? 0;
    const open = sms * BUDGET_HOUR_PART * (purpose === 'sign_up' ? 1 - BUDGET_RESERVE_PART : 1);
    const limits = { signUp: LIMITS.signUp, resendCode: LIMITS.resend, forgotPassword: LIMITS.reset } as const;
    const ofCalls = Object.entries(limits).filter(([call]) => BUDGET_OF_CALL[call as keyof typeof limits] === purpose);
    const times = networksOf(ip).at(-1)?.mostTimes ?? 1;
    // A full bucket at the beginning of the hour, and what comes back in it.
    const byOneNetwork = ofCalls.reduce((sum, [, { most }]) => sum + 2 * most * times, 0);
    const ofDay = ofCalls.reduce((sum, [, { mostOfDay }]) => sum + mostOfDay * times, 0);
    expect([byOneNetwork, ofDay]).not.toContain(0);
    // Room for a hundred people is left.
    expect(open * BUDGET_FREE_PART + byOneNetwork).toBeLessThan(open - 100);
    expect((open / BUDGET_HOUR_PART) * BUDGET_FREE_PART + ofDay).toBeLessThan(open / BUDGET_HOUR_PART - 100);
  },
);

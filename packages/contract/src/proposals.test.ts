import { describe, expect, test } from 'vitest';
import { createProposal, updateProposal } from './proposals.ts';

const proposal = {
  title: 'Two goats',
  description: 'Milk for the market.',
  amount: 100,
  startDate: '2026-05-31',
  monthsToRepay: 12,
};
const begins = (body: unknown) => createProposal.body.safeParse(body).success;
const edits = (body: unknown) => updateProposal.body.safeParse(body).success;

describe('R1.1, R1.5: a requested status comes alone', () => {
  test.each([1, 2, '1', '2'])('%j', (status) => {
    expect(edits({ id: '169', status })).toBe(true);
    expect(begins({ ...proposal, status })).toBe(true);
  });

  test.each([3, 4, 5, 6, '3', '6'])(
    '%j cannot be born, and a change to it is for the state to refuse (R1.2)',
    (status) => {
      expect(edits({ id: '169', status })).toBe(true);
      expect(begins({ ...proposal, status })).toBe(false);
    },
  );

  test.each([0, 7, '01', 1.5, null, 'published'])('%j is refused', (status) => {
    expect(edits({ id: '169', status })).toBe(false);
    expect(begins({ ...proposal, status })).toBe(false);
  });

  test('a requested status does not travel with edited fields', () => {
    expect(edits({ status: 2, amount: 1 })).toBe(false);
  });

  test.each([
    { currentBalance: 0, accepted: true },
    { currentBalance: '0', accepted: true },
    { currentBalance: 1, accepted: false },
    { currentBalance: '100', accepted: false },
    { address: '', accepted: true },
    { address: '0x1', accepted: false },
  ])('a new proposal begins at nothing: %j', ({ accepted, ...fields }) => {
    expect(begins({ ...proposal, ...fields })).toBe(accepted);
  });
});

import type { Page } from '@playwright/test';
import type { Texts } from './texts.ts';

type Written = {
  readonly title: string;
  readonly description: string;
  readonly amount: string;
  readonly months: string;
  readonly neededOn: string;
  /** Its owner takes what comes together, from half of the amount on. */
  readonly takesPart?: true;
};

export async function openNewProposal(page: Page, text: Texts): Promise<void> {
  await page
    .getByRole('button', { name: text('home.addProposal') })
    .first()
    .click();
}

export const nextStep = (page: Page, text: Texts) =>
  page.getByRole('button', { name: text('common.stepNext') }).click();

/**
 * Goes from the first step of a new proposal to the last, which keeps or publishes it. `look` looks at each of them.
 */
export async function fillNewProposal(
  page: Page,
  text: Texts,
  { title, description, amount, months, neededOn, takesPart }: Written,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  await look(page);
  await nextStep(page, text);
  await page.getByRole('textbox', { name: text('proposal.title') }).fill(title);
  await look(page);
  await nextStep(page, text);
  await page.getByLabel(text('proposal.amount')).fill(amount);
  await page.getByLabel(text('proposal.monthsToRepay')).fill(months);
  await page.getByLabel(text('proposal.startDate')).fill(neededOn);
  if (takesPart) await page.getByLabel(text('proposal.acceptPartial')).check();
  await look(page);
  await nextStep(page, text);
  await page.getByRole('textbox', { name: text('proposal.description') }).fill(description);
  await look(page);
  await nextStep(page, text);
  await page.getByRole('button', { name: text('proposal.publish') }).waitFor();
  await look(page);
}

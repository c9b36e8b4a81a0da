import { expect, test } from 'vitest';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import type { BodyOf } from '../../lib/wire.ts';
import { EID_GOATS } from '../../test/campaigns.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import CampaignsPage from './campaigns-page.tsx';

type Shown = typeof EID_GOATS;

/** The page of ROI's staff with the server's campaigns, which a test may change. */
async function campaigns(stored: Shown[] = [EID_GOATS]) {
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  fake('listCampaigns', () => stored.map((campaign) => ({ ...campaign })));
  return renderPage(
    <MfiNameProvider value="ROI">
      <CampaignsPage />
    </MfiNameProvider>,
    { path: '/App/Campaigns/ROI' },
  );
}

test('specification 2: people without an MFI are told so, with a way home', async () => {
  startSession('token', RAHIMA);
  const screen = await renderPage(<CampaignsPage />, { path: '/App/Campaigns' });
  await expect.element(screen.getByRole('heading', { name: "You Don't have Access to this page" })).toBeVisible();
});

test('specification 2: each campaign shows its progress and its actions', async () => {
  const screen = await campaigns();
  const card = screen.getByRole('article', { name: 'Eid goats' });
  await expect.element(card.getByText('$140 of $400 · 2 loans · 3 backers')).toBeVisible();
  await expect.element(card.getByText('Published', { exact: true })).toBeVisible();
  const link = card.getByRole('link', { name: 'View proposals' });
  await expect.element(link).toHaveAttribute('href', '/App/proposalsByCampaign?mfi=ROI&id=5');
  for (const name of ['View and edit', 'Invite an investor', 'Share', 'Unpublish', 'Write to the backers', 'Archive']) {
    await expect.element(card.getByRole('button', { name })).toHaveTextContent(name);
  }
  const back = screen.getByRole('link', { name: 'MFI proposals' });
  await expect.element(back).toHaveAttribute('href', '/App/MFIProposals/ROI');
});

test('R16.4: an ended or unpublished campaign is neither shared nor sent to others', async () => {
  const screen = await campaigns([
    { ...EID_GOATS, hasEnded: true },
    { ...EID_GOATS, id: '6', name: 'Eid sheep', published: false },
  ]);
  await expect.element(screen.getByText('Ended')).toBeVisible();
  await expect.element(screen.getByText('Not published')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Share' }).elements()).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Invite an investor' }).elements()).toHaveLength(0);
  // The mail leads to its page, which an ended one still has.
  const write = screen.getByRole('button', { name: 'Write to the backers' });
  await expect.element(write).toBeVisible();
  expect(
    screen.getByRole('article', { name: 'Eid sheep' }).getByRole('button', { name: 'Write to the backers' }).elements(),
  ).toEqual([]);
});

test('an office without campaigns sees that there is nothing yet', async () => {
  const screen = await campaigns([]);
  await expect.element(screen.getByText('no data to show')).toBeVisible();
});

test('specification 8: a list that fails says so and can be asked for again', async () => {
  let isBroken = true;
  startSession('token', OFFICER);
  fake('listCampaigns', () => (isBroken ? { refusal: 'not_permitted' } : [EID_GOATS]));
  const screen = await renderPage(
    <MfiNameProvider value="ROI">
      <CampaignsPage />
    </MfiNameProvider>,
    { path: '/App/Campaigns/ROI' },
  );
  await expect.element(screen.getByText('error on loading data..')).toBeVisible();
  isBroken = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('article', { name: 'Eid goats' })).toBeVisible();
});

test('section 5: an empty form names its required fields and sends nothing; a full one makes a campaign', async () => {
  const sent: BodyOf<'createCampaign'>[] = [];
  fake('createCampaign', ({ body }) => {
    sent.push(body);
    return { id: '8' };
  });
  const screen = await campaigns([]);
  await screen.getByRole('button', { name: 'Add campaign' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New campaign' });
  const submit = dialog.getByRole('button', { name: 'Add campaign' });
  await submit.click();
  expect(dialog.getByText('required').elements()).toHaveLength(3);
  await expect.element(dialog.getByText('Invalid Date')).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Eid goats');
  await dialog.getByRole('textbox', { name: 'Campaign URL' }).fill('https://roi.example/eid');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Goats before Eid.');
  await dialog.getByLabelText('Start date').fill('2998-12-01');
  await dialog.getByLabelText('End date').fill('2998-12-31');
  await dialog.getByRole('checkbox', { name: 'Published' }).click();
  await submit.click();
  await expect.element(screen.getByText('Campaign added', { exact: true })).toBeVisible();
  expect(sent).toEqual([
    {
      mfiId: '3',
      name: 'Eid goats',
      campaignUrl: 'https://roi.example/eid',
      donationUrl: '',
      description: 'Goats before Eid.',
      image: null,
      startDate: '2998-12-01',
      endDate: '2998-12-31',
      published: true,
    },
  ]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('specification 8: an addition that fails says so, and typed text stays', async () => {
  fake('createCampaign', () => ({ refusal: 'invalid_date' }));
  const screen = await campaigns([]);
  await screen.getByRole('button', { name: 'Add campaign' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New campaign' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Eid goats');
  await dialog.getByRole('textbox', { name: 'Campaign URL' }).fill('https://roi.example/eid');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Goats before Eid.');
  await dialog.getByLabelText('End date').fill('2998-12-31');
  await dialog.getByRole('button', { name: 'Add campaign' }).click();
  await expect.element(screen.getByText('error..')).toBeVisible();
  await expect.element(dialog.getByText('Invalid Date')).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Eid goats');
});

test('R6.3: a campaign whose answer was lost goes out under the same key once its form is opened again', async () => {
  const keys: (string | null)[] = [];
  fake('createCampaign', ({ key }) => {
    keys.push(key);
    return keys.length === 1 ? BROKEN : { id: '8' };
  });
  const screen = await campaigns([]);
  const dialog = screen.getByRole('dialog', { name: 'New campaign' });
  await screen.getByRole('button', { name: 'Add campaign' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Eid goats');
  await dialog.getByRole('textbox', { name: 'Campaign URL' }).fill('https://roi.example/eid');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Goats before Eid.');
  await dialog.getByLabelText('End date').fill('2998-12-31');
  await dialog.getByRole('button', { name: 'Add campaign' }).click();
  await expect.element(screen.getByText('error..')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Add campaign' }).click();
  await dialog.getByRole('button', { name: 'Add campaign' }).click();
  await expect.element(screen.getByText('Campaign added', { exact: true })).toBeVisible();
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('a new campaign that was begun is there again when the page comes anew', async () => {
  const open = async () => {
    const screen = await campaigns([]);
    await screen.getByRole('button', { name: 'Add campaign' }).click();
    return { screen, title: screen.getByRole('textbox', { name: 'Title' }) };
  };
  const { screen, title } = await open();
  await title.fill('Eid goats');
  await screen.unmount();
  await expect.element((await open()).title).toHaveValue('Eid goats');
});

test('section 4: cancelling shows the old values again, saving returns to the view with the new ones', async () => {
  const stored = [{ ...EID_GOATS }];
  const sent: unknown[] = [];
  fake('updateCampaign', ({ query, body }) => {
    sent.push({ query, body });
    Object.assign(stored[0]!, body);
    return { id: '5' };
  });
  const screen = await campaigns(stored);
  await screen.getByRole('button', { name: 'View and edit' }).click();
  await screen.getByRole('dialog', { name: 'Eid goats' }).getByRole('button', { name: 'Edit' }).click();
  const form = screen.getByRole('dialog', { name: 'Edit “Eid goats”' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Something else');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('dialog', { name: 'Eid goats' }).getByRole('button', { name: 'Edit' }).click();
  await form.getByRole('textbox', { name: 'Title' }).fill('Eid sheep');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Eid sheep' })).toBeVisible();
  await expect.element(screen.getByText('Campaign updated')).toBeVisible();
  expect(sent).toEqual([{ query: { id: '5' }, body: { name: 'Eid sheep' } }]);
});

test('R17.2: where one page takes all gifts, the form says so instead of asking', async () => {
  startSession('token', { ...OFFICER, userMfis: [{ mfiId: '1', mfiName: 'DCBS' }] });
  fake('findMfi', () => ({ ...ROI, id: '1', name: 'DCBS' }));
  fake('listCampaigns', () => []);
  const screen = await renderPage(
    <MfiNameProvider value="DCBS">
      <CampaignsPage />
    </MfiNameProvider>,
    { path: '/App/Campaigns/DCBS' },
  );
  await screen.getByRole('button', { name: 'Add campaign' }).click();
  await expect.element(screen.getByText('Gifts to DCBS always go to dcbs.example.')).toBeVisible();
  expect(screen.getByLabelText('Donation URL').elements()).toHaveLength(0);
});

test('archiving asks with the words of the specification, and a failure is told', async () => {
  const stored = [{ ...EID_GOATS }];
  let isBroken = true;
  fake('deleteCampaign', () => {
    if (isBroken) return BROKEN;
    stored.pop();
    return { id: '5' };
  });
  const screen = await campaigns(stored);
  await screen.getByRole('button', { name: 'Archive' }).click();
  await expect.element(screen.getByText('Are you need to archive "Eid goats" campaign?')).toBeVisible();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
  await expect.element(screen.getByRole('article', { name: 'Eid goats' })).toBeVisible();
  await screen.getByRole('button', { name: 'Archive' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('error..')).toBeVisible();
  isBroken = false;
  await screen.getByRole('button', { name: 'Archive' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Campaign removed')).toBeVisible();
  await expect.element(screen.getByText('no data to show')).toBeVisible();
});

test('R16.1: publishing asks first, and the card says so afterwards', async () => {
  const stored = [{ ...EID_GOATS, published: false }];
  fake('updateCampaign', ({ body }) => {
    Object.assign(stored[0]!, body);
    return { id: '5' };
  });
  const screen = await campaigns(stored);
  await screen.getByRole('button', { name: 'Publish' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Campaign published')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Unpublish' })).toBeVisible();
});

test('section 6: the staff see how many they write to and how it reads before they send it', async () => {
  const sent: unknown[] = [];
  const mail = { subject: 'News from ROI: Eid goats', opening: 'ROI writes:', closing: 'https://sathi.example' };
  fake('findCampaignAudience', () => ({ backersCount: 5, recipientsCount: 3, mail }));
  fake('sendCampaignEmail', ({ body }) => {
    sent.push(body);
    return { results: [{ email: 'ben@mail.example', result: 'sent' }] };
  });
  const screen = await campaigns();
  await screen.getByRole('button', { name: 'Write to the backers' }).click();
  await expect.element(screen.getByText(/News from ROI: Eid goats$/)).toBeVisible();
  await expect
    .element(screen.getByText('2 more backers get none: they had one today, or want no such mail.'))
    .toBeVisible();
  const send = screen.getByRole('button', { name: 'Send to 3 people' });
  await send.click();
  await expect.element(screen.getByText('required')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Your words' }).fill('The goats are well.');
  await expect.element(screen.getByRole('figure').getByText('The goats are well.')).toBeVisible();
  await send.click();
  await expect.element(screen.getByText('Email Sent Successfully')).toBeVisible();
  expect(sent).toEqual([{ campaignId: '5', text: 'The goats are well.' }]);
});

test('a letter that reached nobody is there again', async () => {
  const mail = { subject: 'News', opening: 'ROI writes:', closing: 'https://sathi.example' };
  fake('findCampaignAudience', () => ({ backersCount: 3, recipientsCount: 3, mail }));
  fake('sendCampaignEmail', () => ({ results: [{ email: 'ben@mail.example', result: 'skipped' }] }));
  const screen = await campaigns();
  const write = screen.getByRole('button', { name: 'Write to the backers' });
  const words = screen.getByRole('textbox', { name: 'Your words' });
  await write.click();
  await words.fill('The goats are well.');
  await screen.getByRole('button', { name: 'Send to 3 people' }).click();
  await expect.element(words).not.toBeInTheDocument();
  await write.click();
  await expect.element(words).toHaveValue('The goats are well.');
});

test('a mail without readers cannot be sent', async () => {
  const mail = { subject: 'News', opening: 'ROI writes:', closing: 'https://sathi.example' };
  fake('findCampaignAudience', () => ({ backersCount: 2, recipientsCount: 0, mail }));
  const screen = await campaigns();
  await screen.getByRole('button', { name: 'Write to the backers' }).click();
  await expect.element(screen.getByText(/^Nobody gets a mail now/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
});

import { expect, test } from 'vitest';
import { addPerson, addProposal, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const place = usePlace();
const start = useServerProcesses();

test('a server on a free port writes links that lead to it, and knows its own when they are sent back (T14)', async () => {
  const { owner, proposalId } = await place.look(async (db) => {
    const person = await addPerson(db);
    return { owner: person, proposalId: await addProposal(db, person.id) };
  });
  const address = await start(place.env()).ready;
  const { port } = new URL(address);
  const headers = { authorization: `Bearer ${owner.token}` };

  const audience = await fetch(`${address}/api/borrow/updateAudience?proposalId=${proposalId}`, { headers });
  expect(await audience.text()).toContain(`http://localhost:${port}/App/proposal?`);

  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const proposalURL = `http://${host}:${port}/App/proposal?mfi=ROI&id=${proposalId}`;
    const mail = await fetch(`${address}/api/borrow/sendNewUpdateEmail`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ sendToMails: ['somebody@example.org'], proposalURL }),
    });
    // The address is known; there is only no update to mail yet.
    expect(await mail.text()).not.toContain('proposalURL');
  }
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../lib/session.ts';
import { fakeUpload } from '../../test/fake-upload.ts';
import { draftOfWaiting } from '../updates/update.ts';
import { sendWaiting } from './send-waiting.ts';
import { forgetWaiting, keep, onWaitingChange, type Waiting, waitingNow } from './waiting.ts';

const NOW = Date.now();
const USER = {
  id: '7',
  firstName: 'Amina',
  lastName: 'Begum',
  userMfis: [],
  profileImage: null,
  language: null,
  publicAddress: null,
};
const PHOTO = new Blob(['a photo'], { type: 'image/webp' });
const FORGOTTEN = Response.json(
  {
    code: 'invalid_request',
    detail: 'Please check the picture.',
    errors: [{ path: 'image', message: 'Send it again.' }],
  },
  { status: 422 },
);
const realFetch = window.fetch;
let uploads: string[] = [];
let images: unknown[] = [];
let answer: () => Response | Promise<Response> = () => done();
let stop = () => {};

function done(): Response {
  return Response.json({ data: { id: '1' } });
}

beforeEach(async () => {
  localStorage.clear();
  startSession('token', USER);
  await forgetWaiting('7');
  [uploads, images] = [[], []];
  answer = () => done();
  window.fetch = async (input, init) => {
    images.push(((await new Request(input, init).json()) as { image: unknown }).image);
    return answer();
  };
  fakeUpload(({ key }) => {
    uploads.push(key);
    return { key: `proposalImages/${uploads.length}.webp` };
  });
  stop = onWaitingChange(() => undefined);
  const body = { proposalId: '12', image: '', description: 'The roof is on' };
  await keep({
    name: 'createUpdate',
    about: '12',
    body,
    picture: { blob: PHOTO, folder: 'proposalImages', name: '12' },
  });
});

afterEach(async () => {
  stop();
  window.fetch = realFetch;
  await forgetWaiting('7');
  endSession();
});

describe('the picture of waiting words', () => {
  const loseTheNetwork = async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await sendWaiting(NOW);
  };

  it('is sent once, and the words go out with its key however often they are tried', async () => {
    await loseTheNetwork();
    answer = () => done();
    await sendWaiting(NOW);
    expect(uploads).toHaveLength(1);
    expect(images).toEqual(['proposalImages/1.webp', 'proposalImages/1.webp']);
    expect(waitingNow()).toEqual([]);
  });

  it('stays on the device until the words are decided, and is sent again when the server forgot it', async () => {
    await loseTheNetwork();
    expect(await waitingNow()[0]?.picture?.blob.text()).toBe('a photo');
    const answers = [FORGOTTEN.clone(), done()];
    answer = () => answers.shift() as Response;
    await sendWaiting(NOW);
    expect(uploads).toEqual([uploads[0], `${uploads[0]}-2`]);
    expect(images.slice(1)).toEqual(['proposalImages/1.webp', 'proposalImages/2.webp']);
    expect(waitingNow()).toEqual([]);
  });

  it('is there to be changed with words that the server refuses for it', async () => {
    answer = () => FORGOTTEN.clone();
    await sendWaiting(NOW);
    expect(uploads).toHaveLength(1);
    const [refused] = waitingNow() as Waiting<'createUpdate'>[];
    expect(refused?.problem).toBe('Please check the picture.');
    expect(draftOfWaiting(refused as Waiting<'createUpdate'>)).toMatchObject({
      image: null,
      picture: refused?.picture?.blob,
    });
  });
});

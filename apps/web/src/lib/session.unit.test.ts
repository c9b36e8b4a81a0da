import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from '../test/fake-browser.ts';
import { accessToken, endSession, readSession, rememberMfi, startSession } from './session.ts';

const AMINA = {
  id: '7',
  firstName: 'Amina',
  lastName: 'Begum',
  userMfis: [],
  managerOf: [],
  profileImage: null,
  language: 'be',
  publicAddress: null,
};

describe('the session on this device', () => {
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = fakeBrowser();
    endSession();
  });

  it('remembers no phone, e-mail or bio', () => {
    const answered = { ...AMINA, phone: '+8801712345678', email: 'amina@example.org', bio: 'I sew.' };
    startSession('secret', answered);
    expect(JSON.parse(stored.get('user')!)).toEqual(AMINA);
    expect(readSession().user).toEqual(AMINA);
  });

  it('uses these keys and no others, and leaves only the language behind', () => {
    stored.set('language', 'be');
    startSession('secret', AMINA);
    rememberMfi({ id: '3', name: 'ROI', logo: null, website: null, phone: null, email: null });
    expect([...stored.keys()].sort()).toEqual(['language', 'mfiData', 'sathi.auth.accessToken', 'user']);
    endSession();
    expect([...stored.keys()]).toEqual(['language']);
    expect(accessToken()).toBeNull();
    expect(readSession().user).toBeNull();
  });

  it("is a visitor's when the stored text makes no sense", () => {
    startSession('secret', AMINA);
    stored.set('user', '{"id":');
    endSession();
    stored.set('sathi.auth.accessToken', 'secret');
    stored.set('user', '{"id":7}');
    expect(readSession().user).toBeNull();
  });

  it('knows staff by their MFIs', () => {
    startSession('secret', { ...AMINA, userMfis: [{ mfiId: '3', mfiName: 'ROI' }] });
    expect(readSession().isStaff).toBe(true);
  });
});

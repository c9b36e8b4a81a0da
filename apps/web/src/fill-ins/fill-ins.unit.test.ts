import { afterEach, describe, expect, test, vi } from 'vitest';
import { fillInChannels } from './channels.ts';
import { fillInLetters } from './letters.ts';
import { randomUuid } from './secure.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('functions that browsers of the floor lack are filled in', () => {
  test('letters stay whole without a segmenter (Firefox before 125)', () => {
    vi.stubGlobal('Intl', {});
    fillInLetters();
    const segmenter = new Intl.Segmenter('und');
    for (const letter of ['ক্ষ্মী', '👨‍👩‍👧‍👦', '🇧🇩', 'e\u0323\u0302', '👍🏽', 'কা', 'ل']) {
      expect(segmenter.segment(`${letter}xyz`).containing(0)?.segment).toBe(letter);
    }
    expect([...segmenter.segment('রহিমা')].map(({ segment }) => segment)).toEqual(['র', 'হি', 'মা']);
    expect(segmenter.segment('').containing(0)).toBeUndefined();
  });

  test('an id is a random UUID without crypto.randomUUID, as on a network without TLS', () => {
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      throw new TypeError('crypto.randomUUID is not a function');
    });
    const ids = Array.from({ length: 50 }, randomUuid);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  test('a tab hears another through the storage without channels (Safari before 15.4)', () => {
    const tab = new EventTarget();
    vi.stubGlobal('BroadcastChannel', undefined);
    vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
    vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
    const set = vi.fn();
    vi.stubGlobal('localStorage', { setItem: set, removeItem: () => undefined });
    fillInChannels();
    const channel = new BroadcastChannel('box');
    const heard = vi.fn();
    channel.addEventListener('message', heard);
    channel.postMessage(null);
    const [[key, newValue]] = set.mock.calls as [[string, string]];
    const told = (changes: object) => tab.dispatchEvent(Object.assign(new Event('storage'), changes));
    told({ key: 'another', newValue });
    told({ key, newValue: null });
    expect(heard).not.toHaveBeenCalled();
    told({ key, newValue });
    expect(heard).toHaveBeenCalledTimes(1);
    channel.close();
    told({ key, newValue });
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
